/**
 * Every tool by its name, with what it takes and what it answers as JSON. Written by
 * `npm run docs` from the tables in src/tools: change those, not this.
 */
export interface Tools {
  /** Create an application emoji from an image. The bot can use it in every guild. */
  readonly app_emojis_create: {
    readonly input: {
      /** The image: {url}, {path} or {base64}, at most 256 KiB; 128 × 128 pixels recommended. */
      readonly image: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** The name: 2 to 32 letters, digits and underscores. */
      readonly name: string
      /** Another than the bot's own. */
      readonly application_id?: string
    }
    readonly answer: DiscordAppEmojisCreate
  }
  /** Delete an application emoji permanently. */
  readonly app_emojis_delete: {
    readonly input: {
      /** The emoji. */
      readonly emoji_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly application_id?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly emoji_id?: unknown
    }
  }
  /** Get one emoji of the application. */
  readonly app_emojis_get: {
    readonly input: {
      /** The emoji. */
      readonly emoji_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordEmoji
  }
  /** List the application's emojis. The bot can use them in every guild. */
  readonly app_emojis_list: {
    readonly input: {
      /** Another than the bot's own. */
      readonly application_id?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordEmoji>
  }
  /** Rename an application emoji. Its image cannot be changed. */
  readonly app_emojis_modify: {
    readonly input: {
      /** The emoji. */
      readonly emoji_id: string
      /** The name: 2 to 32 letters, digits and underscores. */
      readonly name: string
      /** Another than the bot's own. */
      readonly application_id?: string
    }
    readonly answer: DiscordAppEmojisModify
  }
  /** Get an application by id. For the bot's own application use application_get_current. */
  readonly application_get: {
    readonly input: {
      /** Another than the bot's own. */
      readonly application_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordApplication
  }
  /** Get a running activity instance of the application: its users and channel. */
  readonly application_get_activity_instance: {
    readonly input: {
      /** The instance id, as the activity's SDK provides it. */
      readonly instance_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly channel_id?: string
      readonly guild_id?: string
      readonly instance_id?: string
      readonly launch_id?: string
      readonly users?: ReadonlyArray<string>
      readonly where?: "" | "guild_channel" | "private_channel"
    }
  }
  /** Get the bot's own application: owner, settings, intents, install settings. */
  readonly application_get_current: {
    readonly input: {
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordApplication
  }
  /** List the application's role connection metadata: the fields linked roles can require. */
  readonly application_get_linked_role_metadata: {
    readonly input: {
      /** Another than the bot's own. */
      readonly application_id?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordRoleMetadata>
  }
  /** Get the OAuth2 application of the bot's token. */
  readonly application_get_oauth2: {
    readonly input: {
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordApplication
  }
  /** Change settings of an application by id. For the bot's own application use application_modify_current. */
  readonly application_modify: {
    readonly input: {
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<DiscordClear>
      /** The cover image: {url}, {path} or {base64}. */
      readonly cover_image?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Custom installation URL. */
      readonly custom_install_url?: string
      /** The description, up to 400 characters. */
      readonly description?: string
      /** Sending of webhook events. */
      readonly event_webhooks_status?: "disabled" | "enabled"
      /** The webhook events to send. */
      readonly event_webhooks_types?: ReadonlyArray<DiscordEventWebhooksType>
      /** URL for webhook events. */
      readonly event_webhooks_url?: string
      /** The privileged intents. An unlisted intent is removed. */
      readonly flags?: ReadonlyArray<DiscordFlag>
      /** The icon: {url}, {path} or {base64}. */
      readonly icon?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Scopes and permissions requested on installation. */
      readonly install_params?: DiscordInstallParams
      /** Install parameters by installation type. */
      readonly integration_types_config?: DiscordIntegrationTypesConfig
      /** URL for interactions, instead of the gateway. */
      readonly interactions_endpoint_url?: string
      /** URL where users verify for linked roles. */
      readonly role_connections_verification_url?: string
      /** Up to 5 tags that describe the application. */
      readonly tags?: ReadonlyArray<string>
    }
    readonly answer: DiscordApplicationModify
  }
  /** Change settings of the bot's own application. Omitted fields stay unchanged. */
  readonly application_modify_current: {
    readonly input: {
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<DiscordClear>
      /** The cover image: {url}, {path} or {base64}. */
      readonly cover_image?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Custom installation URL. */
      readonly custom_install_url?: string
      /** The description, up to 400 characters. */
      readonly description?: string
      /** Sending of webhook events. */
      readonly event_webhooks_status?: "disabled" | "enabled"
      /** The webhook events to send. */
      readonly event_webhooks_types?: ReadonlyArray<DiscordEventWebhooksType>
      /** URL for webhook events. */
      readonly event_webhooks_url?: string
      /** The privileged intents. An unlisted intent is removed. */
      readonly flags?: ReadonlyArray<DiscordFlag>
      /** The icon: {url}, {path} or {base64}. */
      readonly icon?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Scopes and permissions requested on installation. */
      readonly install_params?: DiscordInstallParams
      /** Install parameters by installation type. */
      readonly integration_types_config?: DiscordIntegrationTypesConfig
      /** URL for interactions, instead of the gateway. */
      readonly interactions_endpoint_url?: string
      /** URL where users verify for linked roles. */
      readonly role_connections_verification_url?: string
      /** Up to 5 tags that describe the application. */
      readonly tags?: ReadonlyArray<string>
    }
    readonly answer: DiscordApplicationModify
  }
  /** Replace the application's role connection metadata. Unlisted records are deleted. */
  readonly application_modify_linked_role_metadata: {
    readonly input: {
      /** All records, at most 5. */
      readonly records: ReadonlyArray<{
        readonly description: string
        readonly key: string
        readonly name: string
        readonly type:
          | "boolean_equal"
          | "boolean_not_equal"
          | "datetime_greater_than_or_equal"
          | "datetime_less_than_or_equal"
          | "integer_equal"
          | "integer_greater_than_or_equal"
          | "integer_less_than_or_equal"
          | "integer_not_equal"
        readonly description_localizations?: DiscordDescriptionLocalizations
        readonly name_localizations?: DiscordDescriptionLocalizations
      }>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
    }
    readonly answer: {
      readonly items: ReadonlyArray<DiscordRoleMetadata>
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly next_cursor?: string
      readonly notice?: string
      readonly previous?: { readonly [key: string]: unknown }
      readonly records?: unknown
    }
  }
  /** Upload a file for an activity of the application. Returns a URL that is valid for a limited time. */
  readonly application_upload_attachment: {
    readonly input: {
      /** The file. */
      readonly file: DiscordUpload
      /** Another than the bot's own. */
      readonly application_id?: string
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly content_type?: string
      readonly file?: unknown
      readonly name?: string
      readonly size?: number
      readonly url?: string
    }
  }
  /** Take back a question or an approval that this client has asked. Its message then says so. */
  readonly asks_cancel: {
    readonly input: {
      /** ask_id of an earlier result. */
      readonly ask_id: string
    }
    readonly answer: {
      readonly ask_id: string
      readonly channel_id: string
      readonly answer?: DiscordAnswer
      readonly as_sent?: { readonly [key: string]: number }
      readonly created_at?: string
      readonly expires_at?: string
      readonly guild_id?: string
      readonly kind?: "approval" | "question"
      readonly message_id?: string
      readonly options?: ReadonlyArray<{ readonly label: string; readonly value: string }>
      readonly question?: string
      readonly status?: "answered" | "cancelled" | "declined" | "expired" | "pending"
      readonly tool?: string
      readonly used?: boolean
    }
  }
  /** Get a question or an approval that this client has asked: its status, and its answer. */
  readonly asks_get: {
    readonly input: {
      /** ask_id of an earlier result. */
      readonly ask_id: string
    }
    readonly answer: {
      readonly ask_id: string
      readonly channel_id: string
      readonly answer?: DiscordAnswer
      readonly created_at?: string
      readonly expires_at?: string
      readonly guild_id?: string
      readonly kind?: "approval" | "question"
      readonly message_id?: string
      readonly options?: ReadonlyArray<{ readonly label: string; readonly value: string }>
      readonly question?: string
      readonly status?: "answered" | "cancelled" | "declined" | "expired" | "pending"
      readonly tool?: string
      readonly used?: boolean
    }
  }
  /** List the questions and approvals that this client has asked, newest first, with their answers. */
  readonly asks_list: {
    readonly input: {
      /** ask_id of an earlier result. */
      readonly cursor?: string
      /** Questions; 20 by default. */
      readonly limit?: number
      /** Only those; all by default. */
      readonly status?: "answered" | "cancelled" | "declined" | "expired" | "pending"
    }
    readonly answer: {
      readonly items: ReadonlyArray<{
        readonly ask_id: string
        readonly channel_id: string
        readonly question: string
        readonly answer?: DiscordAnswer
        readonly created_at?: string
        readonly expires_at?: string
        readonly guild_id?: string
        readonly kind?: "approval" | "question"
        readonly message_id?: string
        readonly options?: ReadonlyArray<{ readonly label: string; readonly value: string }>
        readonly status?: "answered" | "cancelled" | "declined" | "expired" | "pending"
        readonly tool?: string
        readonly used?: boolean
      }>
      readonly next_cursor?: string
    }
  }
  /** Read a guild's audit log: who changed what, when and why. */
  readonly audit_log_get: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Only this event, such as MEMBER_BAN_ADD or MESSAGE_DELETE. */
      readonly action_type?: string
      /** Only entries newer than this id. */
      readonly after?: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** Only entries older than this id. */
      readonly before?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 50 by default. */
      readonly limit?: number
      /** Done since: ISO 8601 time. */
      readonly since?: string
      /** Only actions on this user, channel, role or other id. */
      readonly target_id?: string
      /** Done until: ISO 8601 time. */
      readonly until?: string
      /** Only actions by this user. */
      readonly user_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{
      readonly action?: string
      readonly by?: { readonly id: string; readonly name?: string }
      readonly changes?: ReadonlyArray<{ readonly [key: string]: unknown }>
      readonly details?: { readonly [key: string]: { readonly [key: string]: unknown } }
      readonly id?: string
      readonly reason?: string
      readonly target?: { readonly id: string; readonly name?: string }
      readonly time?: string
    }>
  }
  /** Create an AutoMod rule. On certain words, spam or mentions it can block the message, alert a channel or time out the author. Pass enabled: true to activate it. */
  readonly automod_create_rule: {
    readonly input: {
      /** All that happens on a match, 1 to 5 actions. */
      readonly actions: ReadonlyArray<DiscordAction>
      /** Guild id. */
      readonly guild_id: string
      /** The rule's name. */
      readonly name: string
      /** What triggers the rule. */
      readonly trigger_type: "keyword" | "keyword_preset" | "member_profile" | "mention_spam" | "spam"
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Enable the rule; false by default. */
      readonly enabled?: boolean
      /** member_update for member_profile, otherwise message_send; set automatically. */
      readonly event_type?: "member_update" | "message_send"
      /** Channels that the rule ignores. */
      readonly exempt_channels?: ReadonlyArray<string>
      /** Roles that the rule ignores. */
      readonly exempt_roles?: ReadonlyArray<string>
      /** What the trigger matches. */
      readonly trigger_metadata?: DiscordTriggerMetadata
    }
    readonly answer: {
      readonly id: string
      readonly actions?: ReadonlyArray<DiscordAction>
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly creator_id?: string
      readonly enabled?: boolean
      readonly event_type?: "member_update" | "message_send"
      readonly exempt_channels?: ReadonlyArray<string>
      readonly exempt_roles?: ReadonlyArray<string>
      readonly name?: string
      readonly trigger_metadata?: DiscordTriggerMetadata
      readonly trigger_type?: "keyword" | "keyword_preset" | "member_profile" | "mention_spam" | "spam"
    }
  }
  /** Delete an AutoMod rule permanently. To disable it temporarily use automod_modify_rule. */
  readonly automod_delete_rule: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The rule. */
      readonly rule_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly guild_id?: unknown
      readonly rule_id?: unknown
    }
  }
  /** Get one AutoMod rule by id. */
  readonly automod_get_rule: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The rule. */
      readonly rule_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordRule
  }
  /** List the AutoMod rules of a guild with their triggers and actions. */
  readonly automod_list_rules: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordRule>
  }
  /** Change, enable or disable an AutoMod rule. trigger_metadata and actions replace the existing values. The trigger type cannot change. */
  readonly automod_modify_rule: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The rule. */
      readonly rule_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** All that happens on a match, 1 to 5 actions. */
      readonly actions?: ReadonlyArray<DiscordAction>
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Enable the rule. */
      readonly enabled?: boolean
      /** member_update for member_profile, otherwise message_send; set automatically. */
      readonly event_type?: "member_update" | "message_send"
      /** Channels that the rule ignores. */
      readonly exempt_channels?: ReadonlyArray<string>
      /** Roles that the rule ignores. */
      readonly exempt_roles?: ReadonlyArray<string>
      /** The rule's name. */
      readonly name?: string
      /** What the trigger matches. */
      readonly trigger_metadata?: DiscordTriggerMetadata
    }
    readonly answer: {
      readonly actions?: ReadonlyArray<DiscordAction>
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly creator_id?: string
      readonly enabled?: boolean
      readonly event_type?: "member_update" | "message_send"
      readonly exempt_channels?: ReadonlyArray<string>
      readonly exempt_roles?: ReadonlyArray<string>
      readonly id?: string
      readonly name?: string
      readonly previous?: { readonly [key: string]: unknown }
      readonly trigger_metadata?: DiscordTriggerMetadata
      readonly trigger_type?: "keyword" | "keyword_preset" | "member_profile" | "mention_spam" | "spam"
    }
  }
  /** Apply a blueprint to a guild: roles, channels, AutoMod, settings, in the right order. Plans, asks once for all, runs, and compares again. What is done stays done: call again to go on. */
  readonly blueprint_apply: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** The blueprint: YAML or JSON text, as blueprint_export returns it. */
      readonly blueprint?: string | { readonly [key: string]: unknown }
      /** Change the blueprint first. A file stays as it is. */
      readonly changes?: ReadonlyArray<{ readonly path: string; readonly value?: unknown }>
      /** In place of blueprint: path of a file inside MCP_FILES_DIR. */
      readonly file?: string
      /** From blueprint_plan: apply only this plan. */
      readonly plan_id?: string
      /** Also delete what the blueprint lacks. */
      readonly prune?: boolean
      /** Let prune delete channels although others may be hidden. */
      readonly prune_visible_only?: boolean
    }
    readonly answer: {
      readonly calls: { readonly failed: number; readonly ok: number; readonly skipped: number }
      readonly converged: boolean
      readonly status: "ok" | "partial"
      readonly done?: ReadonlyArray<{
        readonly action: "create" | "delete" | "move" | "update"
        readonly name: string
        readonly object: string
        readonly id?: string
      }>
      readonly not_done?: ReadonlyArray<DiscordNotDone>
      readonly remaining?: ReadonlyArray<DiscordRemaining>
      readonly retry_after_ms?: number
      readonly unreachable?: ReadonlyArray<{
        readonly name: string
        readonly object: string
        readonly reason: string
        readonly field?: string
      }>
    }
  }
  /** Export a guild, or one of Discord's templates, as a YAML blueprint: roles, channels, AutoMod, settings. Compare it with blueprint_plan. */
  readonly blueprint_export: {
    readonly input: {
      /** Write it to this new .yaml file inside MCP_FILES_DIR. */
      readonly file?: string
      /** Guild id. */
      readonly guild_id?: string
      /** With the guild's name. */
      readonly include_name?: boolean
      /** Only these parts. */
      readonly sections?: ReadonlyArray<
        | "automod"
        | "channels"
        | "emojis"
        | "everyone"
        | "guild"
        | "onboarding"
        | "roles"
        | "stickers"
        | "welcome_screen"
      >
      /** A template in place of a guild: its code or discord.new URL. */
      readonly template_code?: string
    }
    readonly answer: {
      readonly bytes?: number
      readonly counts?: { readonly [key: string]: number }
      readonly file?: string
      readonly names?: { readonly [key: string]: ReadonlyArray<string> }
      readonly text?: string
    }
  }
  /** Compare a guild with a blueprint: what blueprint_apply would create, change, move or delete, with its risk. Changes nothing. */
  readonly blueprint_plan: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The blueprint: YAML or JSON text, as blueprint_export returns it. */
      readonly blueprint?: string | { readonly [key: string]: unknown }
      /** Change the blueprint first. A file stays as it is. */
      readonly changes?: ReadonlyArray<{ readonly path: string; readonly value?: unknown }>
      /** In place of blueprint: path of a file inside MCP_FILES_DIR. */
      readonly file?: string
      /** Also delete what the blueprint lacks. */
      readonly prune?: boolean
      /** Let prune delete channels although others may be hidden. */
      readonly prune_visible_only?: boolean
    }
    readonly answer: {
      readonly changes: ReadonlyArray<DiscordRemaining>
      readonly counts: { readonly [key: string]: number }
      readonly in_sync: boolean
      readonly plan_id: string
      readonly risk: "destructive" | "read" | "write"
      readonly unreachable?: ReadonlyArray<{
        readonly name: string
        readonly object: string
        readonly reason: string
        readonly field?: string
      }>
    }
  }
  /** List what the bot did in a guild, newest first: old and new values, and whether changes_undo can take it back, together with all newer entries. From Discord's audit log, which keeps 45 days and lacks moves, reactions and the bot's own messages. For what others did use audit_log_get. */
  readonly changes_list: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Entries, 1 to 100; 20 by default. */
      readonly limit?: number
      /** Only since this ISO 8601 time with zone. */
      readonly since?: string
    }
    readonly answer: { readonly items: ReadonlyArray<{ readonly [key: string]: unknown }> }
  }
  /** Take back what the bot did in a guild, newest first, as one plan: restores old values, deletes what was created, creates again what was deleted. What somebody else changed since stays. Set one of entries, since and last. An undo can be undone. */
  readonly changes_undo: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Entry ids, from changes_list. */
      readonly entries?: ReadonlyArray<string>
      /** The last entries: 1 to 100. */
      readonly last?: number
      /** All entries since this ISO 8601 time with zone. */
      readonly since?: string
    }
    readonly answer: {
      readonly calls: { readonly failed: number; readonly ok: number; readonly skipped: number }
      readonly items: ReadonlyArray<{ readonly [key: string]: unknown }>
      readonly status: "ok" | "partial"
      readonly not_done?: ReadonlyArray<DiscordNotDone>
    }
  }
  /** Add a user to a group DM. Requires the user's access token with scope gdm.join. */
  readonly channels_add_group_dm_recipient: {
    readonly input: {
      /** The user's OAuth2 access token with scope gdm.join. */
      readonly access_token: string
      /** The group DM. */
      readonly channel_id: string
      /** The user to add. */
      readonly user_id: string
      /** The user's nickname in the group. */
      readonly nick?: string
    }
    readonly answer: {
      readonly done: true
      readonly access_token?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly nick?: unknown
      readonly previous?: { readonly [key: string]: unknown }
      readonly user_id?: unknown
    }
  }
  /** Clone (duplicate) a channel: a new one directly below it with the same kind, category, permissions, topic, slow mode, tags and other settings. Messages, threads, webhooks and invites are not copied. */
  readonly channels_clone: {
    readonly input: {
      /** The channel or category to copy. */
      readonly channel_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Name of the new channel; by default the same. */
      readonly name?: string
    }
    readonly answer: {
      readonly id: string
      readonly not_copied: ReadonlyArray<string>
      readonly source: { readonly id: string; readonly name: string }
      readonly applied_tags?: ReadonlyArray<string>
      readonly archived?: boolean
      readonly archived_at?: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
      readonly available_tags?: ReadonlyArray<{
        readonly name: string
        readonly emoji?: string
        readonly id?: string
        readonly moderated?: boolean
      }>
      readonly bitrate?: number
      readonly default_auto_archive_duration?: 60 | 1440 | 4320 | 10080
      readonly default_forum_layout?: "gallery" | "list" | "not_set"
      readonly default_reaction_emoji?: string
      readonly default_sort_order?: "creation_date" | "latest_activity"
      readonly default_tag_setting?: "match_all" | "match_some"
      readonly default_thread_rate_limit_per_user?: number
      readonly flags?: ReadonlyArray<"hide_media_download_options" | "pinned" | "require_tag">
      readonly guild_id?: string
      readonly hidden?: boolean
      readonly invitable?: boolean
      readonly kind?: string
      readonly last_message_id?: string
      readonly locked?: boolean
      readonly members?: number
      readonly messages?: number
      readonly name?: string
      readonly nsfw?: boolean
      readonly owner_id?: string
      readonly parent_id?: string
      readonly permission_overwrites?: ReadonlyArray<DiscordPermissionOverwrite>
      readonly position?: number
      readonly rate_limit_per_user?: number
      readonly recipients?: ReadonlyArray<DiscordUser>
      readonly rtc_region?: string
      readonly topic?: string
      readonly user_limit?: number
      readonly video_quality_mode?: "auto" | "full"
    }
  }
  /** Create a channel or category in a guild. */
  readonly channels_create_guild_channel: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Name. */
      readonly name: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Forum: its tags. */
      readonly available_tags?: ReadonlyArray<{
        readonly name: string
        readonly emoji?: string
        readonly moderated?: boolean
      }>
      /** Voice: 8000 to 384000 bits per second. */
      readonly bitrate?: number
      /** Minutes until new threads are archived: 60, 1440, 4320 or 10080. */
      readonly default_auto_archive_duration?: 60 | 1440 | 4320 | 10080
      /** Forum: layout of posts. */
      readonly default_forum_layout?: "gallery" | "list" | "not_set"
      /** Forum: emoji under posts: 👍 or name:id. */
      readonly default_reaction_emoji?: string
      /** Forum: order of posts. */
      readonly default_sort_order?: "creation_date" | "latest_activity"
      /** Forum: a search for tags finds posts with all of them, or with some. */
      readonly default_tag_setting?: "match_all" | "match_some"
      /** Slow mode of new threads: 0 to 21600 seconds. */
      readonly default_thread_rate_limit_per_user?: number
      /** Kind; text by default. */
      readonly kind?: "announcement" | "category" | "forum" | "media" | "stage" | "text" | "voice"
      /** Age-restricted. */
      readonly nsfw?: boolean
      /** Category id. */
      readonly parent_id?: string
      /** All permission overwrites. Omitted ones are removed. */
      readonly permission_overwrites?: ReadonlyArray<DiscordPermissionOverwrite>
      /** Position in the list: 0 to 1000. */
      readonly position?: number
      /** Slow mode: 0 to 21600 seconds. */
      readonly rate_limit_per_user?: number
      /** Voice: region id. */
      readonly rtc_region?: string
      /** Topic, or a forum's guidelines. */
      readonly topic?: string
      /** Voice: up to 10000 users; 0 for no limit. */
      readonly user_limit?: number
      /** Voice: video quality. */
      readonly video_quality_mode?: "auto" | "full"
    }
    readonly answer: DiscordChannelsCreateGuildChannel
  }
  /** Create a thread without a starter message. From a message use messages_create_thread; for a forum post channels_forum_create_thread. */
  readonly channels_create_thread: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Name. */
      readonly name: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Thread: minutes until archived: 60, 1440, 4320 or 10080. */
      readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
      /** Private thread: members may add others. */
      readonly invitable?: boolean
      /** Kind; public by default. */
      readonly kind?: "announcement" | "private" | "public"
      /** Slow mode: 0 to 21600 seconds. */
      readonly rate_limit_per_user?: number
    }
    readonly answer: DiscordChannelsCreateGuildChannel
  }
  /** Delete a channel with all its messages, or a thread, permanently. */
  readonly channels_delete: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer:
      | {
          readonly applied_tags?: ReadonlyArray<string>
          readonly archived?: boolean
          readonly archived_at?: string
          readonly as_sent?: { readonly [key: string]: number }
          readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
          readonly available_tags?: ReadonlyArray<{
            readonly name: string
            readonly emoji?: string
            readonly id?: string
            readonly moderated?: boolean
          }>
          readonly bitrate?: number
          readonly cleared?: ReadonlyArray<string>
          readonly default_auto_archive_duration?: 60 | 1440 | 4320 | 10080
          readonly default_forum_layout?: "gallery" | "list" | "not_set"
          readonly default_reaction_emoji?: string
          readonly default_sort_order?: "creation_date" | "latest_activity"
          readonly default_tag_setting?: "match_all" | "match_some"
          readonly default_thread_rate_limit_per_user?: number
          readonly flags?: ReadonlyArray<"hide_media_download_options" | "pinned" | "require_tag">
          readonly guild_id?: string
          readonly hidden?: boolean
          readonly id?: string
          readonly invitable?: boolean
          readonly kind?: string
          readonly last_message_id?: string
          readonly locked?: boolean
          readonly members?: number
          readonly messages?: number
          readonly name?: string
          readonly nsfw?: boolean
          readonly owner_id?: string
          readonly parent_id?: string
          readonly permission_overwrites?: ReadonlyArray<DiscordPermissionOverwrite>
          readonly position?: number
          readonly rate_limit_per_user?: number
          readonly recipients?: ReadonlyArray<DiscordUser>
          readonly rtc_region?: string
          readonly topic?: string
          readonly user_limit?: number
          readonly video_quality_mode?: "auto" | "full"
        }
      | DiscordChannelsDelete
  }
  /** Remove the permission overwrite of one role or member in a channel, which then inherits. */
  readonly channels_delete_permissions: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** The role or user; the guild's own id is @everyone. */
      readonly overwrite_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly overwrite_id?: unknown
    }
  }
  /** Follow an announcement channel: its published messages appear in another channel by a webhook. */
  readonly channels_follow_announcement: {
    readonly input: {
      /** The announcement channel. */
      readonly channel_id: string
      /** The channel that receives the messages. */
      readonly webhook_channel_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly webhook_id: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly webhook_channel_id?: unknown
    }
  }
  /** Create a post in a forum or media channel: a thread with its first message. */
  readonly channels_forum_create_thread: {
    readonly input: {
      /** The forum or media channel. */
      readonly channel_id: string
      /** The first message. */
      readonly message: {
        readonly allowed_mentions?: DiscordAllowedMentions
        readonly components?: ReadonlyArray<DiscordTopLevelComponent>
        readonly content?: string
        readonly embeds?: ReadonlyArray<DiscordEmbed>
        readonly files?: ReadonlyArray<DiscordFile>
        readonly flags?: ReadonlyArray<"is_components_v2" | "suppress_embeds" | "suppress_notifications">
        readonly poll?: DiscordPoll
        readonly split?: boolean
        readonly sticker_ids?: ReadonlyArray<string>
        readonly tables?: "convert" | "keep"
      }
      /** Name. */
      readonly name: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Up to 5 tag ids; some forums require one. */
      readonly applied_tags?: ReadonlyArray<string>
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Thread: minutes until archived: 60, 1440, 4320 or 10080. */
      readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
      /** Slow mode: 0 to 21600 seconds. */
      readonly rate_limit_per_user?: number
    }
    readonly answer: {
      readonly id: string
      readonly applied_tags?: ReadonlyArray<string>
      readonly archived?: boolean
      readonly archived_at?: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
      readonly available_tags?: ReadonlyArray<{
        readonly name: string
        readonly emoji?: string
        readonly id?: string
        readonly moderated?: boolean
      }>
      readonly bitrate?: number
      readonly cleared?: ReadonlyArray<string>
      readonly default_auto_archive_duration?: 60 | 1440 | 4320 | 10080
      readonly default_forum_layout?: "gallery" | "list" | "not_set"
      readonly default_reaction_emoji?: string
      readonly default_sort_order?: "creation_date" | "latest_activity"
      readonly default_tag_setting?: "match_all" | "match_some"
      readonly default_thread_rate_limit_per_user?: number
      readonly flags?: ReadonlyArray<"hide_media_download_options" | "pinned" | "require_tag">
      readonly guild_id?: string
      readonly hidden?: boolean
      readonly invitable?: boolean
      readonly kind?: string
      readonly last_message_id?: string
      readonly locked?: boolean
      readonly members?: number
      readonly message?: DiscordMessage
      readonly messages?: number
      readonly name?: string
      readonly nsfw?: boolean
      readonly owner_id?: string
      readonly parent_id?: string
      readonly parts?: ReadonlyArray<{ readonly [key: string]: unknown }>
      readonly permission_overwrites?: ReadonlyArray<DiscordPermissionOverwrite>
      readonly position?: number
      readonly rate_limit_per_user?: number
      readonly recipients?: ReadonlyArray<DiscordUser>
      readonly rtc_region?: string
      readonly topic?: string
      readonly user_limit?: number
      readonly video_quality_mode?: "auto" | "full"
    }
  }
  /** Get one channel or thread by its id. */
  readonly channels_get: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordChannel
  }
  /** List the channels of a guild that the bot can view, without threads. */
  readonly channels_list: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{
      readonly applied_tags?: ReadonlyArray<string>
      readonly archived?: boolean
      readonly archived_at?: string
      readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
      readonly available_tags?: ReadonlyArray<{
        readonly name: string
        readonly emoji?: string
        readonly id?: string
        readonly moderated?: boolean
      }>
      readonly bitrate?: number
      readonly default_auto_archive_duration?: 60 | 1440 | 4320 | 10080
      readonly default_forum_layout?: "gallery" | "list" | "not_set"
      readonly default_reaction_emoji?: string
      readonly default_sort_order?: "creation_date" | "latest_activity"
      readonly default_tag_setting?: "match_all" | "match_some"
      readonly default_thread_rate_limit_per_user?: number
      readonly flags?: ReadonlyArray<"hide_media_download_options" | "pinned" | "require_tag">
      readonly hidden?: boolean
      readonly id?: string
      readonly invitable?: boolean
      readonly kind?: string
      readonly last_message_id?: string
      readonly locked?: boolean
      readonly members?: number
      readonly messages?: number
      readonly name?: string
      readonly nsfw?: boolean
      readonly overwrites?: number
      readonly owner_id?: string
      readonly parent_id?: string
      readonly position?: number
      readonly rate_limit_per_user?: number
      readonly recipients?: ReadonlyArray<DiscordUser>
      readonly rtc_region?: string
      readonly topic?: string
      readonly user_limit?: number
      readonly video_quality_mode?: "auto" | "full"
    }>
  }
  /** List the active threads of a guild in all channels the bot can view, including private threads the bot is in. */
  readonly channels_list_active_threads_guild: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordChannel>
  }
  /** List the archived private threads of a channel that the bot is in, newest first. */
  readonly channels_list_joined_archived_threads: {
    readonly input: {
      /** The parent channel of the threads. */
      readonly channel_id: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** Only threads older than this one. */
      readonly before?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 50 by default. */
      readonly limit?: number
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordChannel>
  }
  /** List all archived private threads of a channel, latest archived first. */
  readonly channels_list_private_archived_threads: {
    readonly input: {
      /** The parent channel of the threads. */
      readonly channel_id: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** Archived before: ISO 8601 time. */
      readonly before?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 50 by default. */
      readonly limit?: number
      /** Archived since: ISO 8601 time. */
      readonly since?: string
      /** Archived until: ISO 8601 time. */
      readonly until?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordChannel>
  }
  /** List the archived public threads of a channel, or posts of a forum, latest archived first. */
  readonly channels_list_public_archived_threads: {
    readonly input: {
      /** The parent channel of the threads. */
      readonly channel_id: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** Archived before: ISO 8601 time. */
      readonly before?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 50 by default. */
      readonly limit?: number
      /** Archived since: ISO 8601 time. */
      readonly since?: string
      /** Archived until: ISO 8601 time. */
      readonly until?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordChannel>
  }
  /** Lock a channel: nobody can write, start threads or create posts (voice: connect or speak) but the bot, roles in except and administrators. Reading and reactions stay. channels_unlock restores what was set before. For a thread use channels_modify {locked}. */
  readonly channels_lock: {
    readonly input: {
      /** The channel or category. */
      readonly channel_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Roles that can still write. */
      readonly except?: ReadonlyArray<string>
      /** Planned length. The result repeats it; nothing unlocks by itself. */
      readonly minutes?: number
      /** In place of minutes: ISO 8601 time with zone. */
      readonly until?: string
    }
    readonly answer: {
      readonly can_write: DiscordShownWriters
      readonly changes: ReadonlyArray<DiscordChange>
      readonly id: string
      readonly undo: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly except?: ReadonlyArray<string>
      readonly kind?: string
      readonly name?: string
      readonly not_locked?: ReadonlyArray<{ readonly id: string; readonly name?: string }>
      readonly until?: string
    }
  }
  /** Change a channel or thread; omitted fields stay. For permissions of one role or member use channels_modify_permissions; to move it channels_move. */
  readonly channels_modify: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Post: ids of all its tags. */
      readonly applied_tags?: ReadonlyArray<string>
      /** Thread: archived. */
      readonly archived?: boolean
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Thread: minutes until archived: 60, 1440, 4320 or 10080. */
      readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
      /** Forum: all its tags. Omitted ones are removed. */
      readonly available_tags?: ReadonlyArray<{
        readonly name: string
        readonly emoji?: string
        readonly id?: string
        readonly moderated?: boolean
      }>
      /** Voice: 8000 to 384000 bits per second. */
      readonly bitrate?: number
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<
        "default_reaction_emoji" | "default_sort_order" | "default_tag_setting" | "parent_id" | "rtc_region" | "topic"
      >
      /** Minutes until new threads are archived: 60, 1440, 4320 or 10080. */
      readonly default_auto_archive_duration?: 60 | 1440 | 4320 | 10080
      /** Forum: layout of posts. */
      readonly default_forum_layout?: "gallery" | "list" | "not_set"
      /** Forum: emoji under posts: 👍 or name:id. */
      readonly default_reaction_emoji?: string
      /** Forum: order of posts. */
      readonly default_sort_order?: "creation_date" | "latest_activity"
      /** Forum: a search for tags finds posts with all of them, or with some. */
      readonly default_tag_setting?: "match_all" | "match_some"
      /** Slow mode of new threads: 0 to 21600 seconds. */
      readonly default_thread_rate_limit_per_user?: number
      /** Post, forum: all flags; omitted ones are cleared. */
      readonly flags?: ReadonlyArray<"hide_media_download_options" | "pinned" | "require_tag">
      /** Private thread: members may add others. */
      readonly invitable?: boolean
      /** Convert a text channel to announcement, or back. */
      readonly kind?: "announcement" | "text"
      /** Thread: only moderators may unarchive it. */
      readonly locked?: boolean
      /** Name. */
      readonly name?: string
      /** Age-restricted. */
      readonly nsfw?: boolean
      /** Category id. */
      readonly parent_id?: string
      /** All permission overwrites. Omitted ones are removed. */
      readonly permission_overwrites?: ReadonlyArray<DiscordPermissionOverwrite>
      /** Position in the list: 0 to 1000. */
      readonly position?: number
      /** Slow mode: 0 to 21600 seconds. */
      readonly rate_limit_per_user?: number
      /** Voice: region id. */
      readonly rtc_region?: string
      /** Topic, or a forum's guidelines. */
      readonly topic?: string
      /** Voice: up to 10000 users; 0 for no limit. */
      readonly user_limit?: number
      /** Voice: video quality. */
      readonly video_quality_mode?: "auto" | "full"
    }
    readonly answer: {
      readonly applied_tags?: ReadonlyArray<string>
      readonly archived?: boolean
      readonly archived_at?: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
      readonly available_tags?: ReadonlyArray<{
        readonly name: string
        readonly emoji?: string
        readonly id?: string
        readonly moderated?: boolean
      }>
      readonly bitrate?: number
      readonly cleared?: ReadonlyArray<string>
      readonly default_auto_archive_duration?: 60 | 1440 | 4320 | 10080
      readonly default_forum_layout?: "gallery" | "list" | "not_set"
      readonly default_reaction_emoji?: string
      readonly default_sort_order?: "creation_date" | "latest_activity"
      readonly default_tag_setting?: "match_all" | "match_some"
      readonly default_thread_rate_limit_per_user?: number
      readonly flags?: ReadonlyArray<"hide_media_download_options" | "pinned" | "require_tag">
      readonly guild_id?: string
      readonly hidden?: boolean
      readonly id?: string
      readonly invitable?: boolean
      readonly kind?: string
      readonly last_message_id?: string
      readonly locked?: boolean
      readonly members?: number
      readonly messages?: number
      readonly name?: string
      readonly nsfw?: boolean
      readonly owner_id?: string
      readonly parent_id?: string
      readonly permission_overwrites?: ReadonlyArray<DiscordPermissionOverwrite>
      readonly position?: number
      readonly previous?: { readonly [key: string]: unknown }
      readonly rate_limit_per_user?: number
      readonly recipients?: ReadonlyArray<DiscordUser>
      readonly rtc_region?: string
      readonly topic?: string
      readonly user_limit?: number
      readonly video_quality_mode?: "auto" | "full"
    }
  }
  /** Change the permission overwrite of one role or member in a channel. Permissions in no list stay as they are; inherit resets. */
  readonly channels_modify_permissions: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** The role or user; the guild's own id is @everyone. */
      readonly overwrite_id: string
      /** What overwrite_id is. */
      readonly type: "member" | "role"
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Permissions to allow. */
      readonly allow?: ReadonlyArray<string>
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Permissions to deny. */
      readonly deny?: ReadonlyArray<string>
      /** Permissions to reset: neither allowed nor denied here. */
      readonly inherit?: ReadonlyArray<string>
    }
    readonly answer: {
      readonly done: true
      readonly allow?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly deny?: unknown
      readonly inherit?: unknown
      readonly overwrite_id?: unknown
      readonly previous?: { readonly [key: string]: unknown }
      readonly type?: unknown
    }
  }
  /** Move channels of a guild to other positions or categories. List only the channels that move; shows the order after it. */
  readonly channels_modify_positions: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The channels to move. */
      readonly positions: ReadonlyArray<{
        readonly id: string
        readonly clear?: ReadonlyArray<"parent_id">
        readonly lock_permissions?: boolean
        readonly parent_id?: string
        readonly position?: number
      }>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly guild_id?: unknown
      readonly order?: ReadonlyArray<{
        readonly channels: ReadonlyArray<{ readonly id: string; readonly position: number; readonly name?: string }>
        readonly parent?: { readonly id: string; readonly name?: string }
      }>
      readonly positions?: unknown
      readonly previous?: { readonly [key: string]: unknown }
    }
  }
  /** Move one channel or category: before or after another, into a category, first or last. Its permissions stay without lock_permissions. */
  readonly channels_move: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Directly below this channel or category. */
      readonly after?: string
      /** Directly above this channel or category. */
      readonly before?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"parent_id">
      /** Replace the channel's permissions by those of its category; false by default. */
      readonly lock_permissions?: boolean
      /** Into this category; at its end without position. */
      readonly parent_id?: string
      /** In its category, or in parent_id. */
      readonly position?: "first" | "last"
    }
    readonly answer: {
      readonly id: string
      readonly positions_changed: number
      readonly after?: { readonly id: string; readonly kind?: string; readonly name?: string }
      readonly as_sent?: { readonly [key: string]: number }
      readonly before?: { readonly id: string; readonly kind?: string; readonly name?: string }
      readonly cleared?: ReadonlyArray<string>
      readonly kind?: string
      readonly lock_permissions?: boolean
      readonly name?: string
      readonly parent?: { readonly id: string; readonly kind?: string; readonly name?: string }
      readonly position?: number
    }
  }
  /** Remove a user from a group DM. */
  readonly channels_remove_group_dm_recipient: {
    readonly input: {
      /** The group DM. */
      readonly channel_id: string
      /** The user to remove. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly user_id?: unknown
    }
  }
  /** Set or remove the status shown under a voice channel's name. */
  readonly channels_set_voice_status: {
    readonly input: {
      /** The voice channel. */
      readonly channel_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"status">
      /** The status text. */
      readonly status?: string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly previous?: { readonly [key: string]: unknown }
      readonly status?: unknown
    }
  }
  /** Show the bot as typing in a channel for some seconds, or until it sends. */
  readonly channels_trigger_typing: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** How long; 10 by default. */
      readonly seconds?: number
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly seconds?: unknown
    }
  }
  /** Unlock a channel after channels_lock: restores its permissions from the audit log, and keeps what others have changed since. Without a lock in the log, removes what denies @everyone to write. */
  readonly channels_unlock: {
    readonly input: {
      /** The channel or category. */
      readonly channel_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly can_write: DiscordShownWriters
      readonly changes: ReadonlyArray<DiscordChange>
      readonly id: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly kept?: ReadonlyArray<{
        readonly id: string
        readonly bot?: true
        readonly kind?: string
        readonly name?: string
      }>
      readonly kind?: string
      readonly name?: string
    }
  }
  /** Replace all global commands of an application. Unlisted commands are deleted. To add one use commands_create_global. */
  readonly commands_bulk_overwrite_global: {
    readonly input: {
      /** All commands from now on, as in commands_create_global; [] deletes all. */
      readonly commands: ReadonlyArray<{
        readonly name: string
        readonly contexts?: ReadonlyArray<"bot_dm" | "guild" | "private_channel">
        readonly default_member_permissions?: ReadonlyArray<string>
        readonly description?: string
        readonly description_localizations?: DiscordDescriptionLocalizations
        readonly handler?: "app" | "discord_launch_activity"
        readonly id?: string
        readonly integration_types?: ReadonlyArray<"guild_install" | "user_install">
        readonly name_localizations?: DiscordDescriptionLocalizations
        readonly nsfw?: boolean
        readonly options?: ReadonlyArray<DiscordOption>
        readonly type?: "chat_input" | "message" | "primary_entry_point" | "user"
      }>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordCommandsBulkOverwriteGlobal
  }
  /** Replace all commands of an application in one guild. Unlisted commands are deleted. To add one use commands_create_guild. */
  readonly commands_bulk_overwrite_guild: {
    readonly input: {
      /** All commands from now on, as in commands_create_global; [] deletes all. */
      readonly commands: ReadonlyArray<{
        readonly name: string
        readonly default_member_permissions?: ReadonlyArray<string>
        readonly description?: string
        readonly description_localizations?: DiscordDescriptionLocalizations
        readonly id?: string
        readonly name_localizations?: DiscordDescriptionLocalizations
        readonly nsfw?: boolean
        readonly options?: ReadonlyArray<DiscordOption>
        readonly type?: "chat_input" | "message" | "user"
      }>
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordCommandsBulkOverwriteGlobal
  }
  /** Create a global command, available everywhere. Replaces a command with the same name and type. To test a command first use commands_create_guild. */
  readonly commands_create_global: {
    readonly input: {
      /** The name, 1 to 32 characters. For a slash command: lower case, no spaces. */
      readonly name: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Contexts of use; all by default. */
      readonly contexts?: ReadonlyArray<"bot_dm" | "guild" | "private_channel">
      /** Permissions that members need, all of them; [] for administrators only. */
      readonly default_member_permissions?: ReadonlyArray<string>
      /** What the command does. Required for slash commands. */
      readonly description?: string
      /** The description in other languages by locale, such as de, fr, es-ES. */
      readonly description_localizations?: DiscordDescriptionLocalizations
      /** For an entry point command: who handles it. */
      readonly handler?: "app" | "discord_launch_activity"
      /** Installation types that include the command. */
      readonly integration_types?: ReadonlyArray<"guild_install" | "user_install">
      /** The name in other languages by locale, such as de, fr, es-ES. */
      readonly name_localizations?: DiscordDescriptionLocalizations
      /** Age-restricted command. */
      readonly nsfw?: boolean
      /** Options of a slash command, required ones first; or only subcommands and groups. More fields by type. string, integer, number: choices [{name, value}], autocomplete. integer, number: min_value, max_value. string: min_length, max_length. channel: channel_types (text, voice, category, announcement, announcement_thread, public_thread, private_thread, stage, forum, media). attachment: file_types, such as image or .pdf. subcommand, subcommand_group: options. All types: name_localizations, description_localizations. */
      readonly options?: ReadonlyArray<DiscordOption>
      /** The type; chat_input (slash command) by default. */
      readonly type?: "chat_input" | "message" | "primary_entry_point" | "user"
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordCommandsCreateGlobal
  }
  /** Create a command in one guild. Replaces a command with the same name and type. */
  readonly commands_create_guild: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The name, 1 to 32 characters. For a slash command: lower case, no spaces. */
      readonly name: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Permissions that members need, all of them; [] for administrators only. */
      readonly default_member_permissions?: ReadonlyArray<string>
      /** What the command does. Required for slash commands. */
      readonly description?: string
      /** The description in other languages by locale, such as de, fr, es-ES. */
      readonly description_localizations?: DiscordDescriptionLocalizations
      /** The name in other languages by locale, such as de, fr, es-ES. */
      readonly name_localizations?: DiscordDescriptionLocalizations
      /** Age-restricted command. */
      readonly nsfw?: boolean
      /** Options of a slash command, as in commands_create_global. */
      readonly options?: ReadonlyArray<DiscordOption>
      /** The type; chat_input (slash command) by default. */
      readonly type?: "chat_input" | "message" | "user"
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordCommandsCreateGlobal
  }
  /** Delete a global command permanently, with its permission settings in all guilds. */
  readonly commands_delete_global: {
    readonly input: {
      /** The command. */
      readonly command_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly application_id?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly command_id?: unknown
      readonly deleted?: true
    }
  }
  /** Delete a guild command permanently. */
  readonly commands_delete_guild: {
    readonly input: {
      /** The command. */
      readonly command_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly application_id?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly command_id?: unknown
      readonly deleted?: true
      readonly guild_id?: unknown
    }
  }
  /** Replace the permission settings of a command in a guild. Discord rejects this call from bots; an admin can set them in Server Settings, Integrations. */
  readonly commands_edit_command_permissions: {
    readonly input: {
      /** The command. */
      readonly command_id: string
      /** Guild id. */
      readonly guild_id: string
      /** All permission settings of the command; [] removes all. */
      readonly permissions: ReadonlyArray<{
        readonly id: string
        readonly permission: boolean
        readonly type: "channel" | "role" | "user"
      }>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly id?: string
      readonly permissions?: ReadonlyArray<{
        readonly id?: string
        readonly permission?: boolean
        readonly type?: string
      }>
      readonly previous?: { readonly [key: string]: unknown }
    }
  }
  /** Get the permission settings of one command in a guild. Pass the application's id as command_id for its defaults. */
  readonly commands_get_command_permissions: {
    readonly input: {
      /** The command. */
      readonly command_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordCommandPermissions
  }
  /** Get one global command with its options. */
  readonly commands_get_global: {
    readonly input: {
      /** The command. */
      readonly command_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordCommand
  }
  /** Get one guild command with its options. */
  readonly commands_get_guild: {
    readonly input: {
      /** The command. */
      readonly command_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordCommand
  }
  /** List the permission settings of an application's commands in a guild, by role, user and channel. */
  readonly commands_get_guild_command_permissions: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordCommandPermissions>
  }
  /** List an application's global commands. For commands of one guild use commands_list_guild. */
  readonly commands_list_global: {
    readonly input: {
      /** Another than the bot's own. */
      readonly application_id?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Whether to include all localizations. */
      readonly with_localizations?: boolean
    }
    readonly answer: DiscordPage<DiscordCommand>
  }
  /** List an application's commands of one guild. For global commands use commands_list_global. */
  readonly commands_list_guild: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Whether to include all localizations. */
      readonly with_localizations?: boolean
    }
    readonly answer: DiscordPage<DiscordCommand>
  }
  /** Change a global command. Omitted fields stay unchanged; options replaces the whole list. */
  readonly commands_modify_global: {
    readonly input: {
      /** The command. */
      readonly command_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<DiscordClearClear>
      /** Contexts of use. */
      readonly contexts?: ReadonlyArray<"bot_dm" | "guild" | "private_channel">
      /** Permissions that members need, all of them; [] for administrators only. */
      readonly default_member_permissions?: ReadonlyArray<string>
      /** What the command does. Required for slash commands. */
      readonly description?: string
      /** The description in other languages by locale, such as de, fr, es-ES. */
      readonly description_localizations?: DiscordDescriptionLocalizations
      /** For an entry point command: who handles it. */
      readonly handler?: "app" | "discord_launch_activity"
      /** Installation types that include the command. */
      readonly integration_types?: ReadonlyArray<"guild_install" | "user_install">
      /** The name, 1 to 32 characters. For a slash command: lower case, no spaces. */
      readonly name?: string
      /** The name in other languages by locale, such as de, fr, es-ES. */
      readonly name_localizations?: DiscordDescriptionLocalizations
      /** Age-restricted command. */
      readonly nsfw?: boolean
      /** Options of a slash command, as in commands_create_global. */
      readonly options?: ReadonlyArray<DiscordOption>
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordCommandsModifyGlobal
  }
  /** Change a guild command. Omitted fields stay unchanged; options replaces the whole list. */
  readonly commands_modify_guild: {
    readonly input: {
      /** The command. */
      readonly command_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<DiscordClearClear>
      /** Permissions that members need, all of them; [] for administrators only. */
      readonly default_member_permissions?: ReadonlyArray<string>
      /** What the command does. Required for slash commands. */
      readonly description?: string
      /** The description in other languages by locale, such as de, fr, es-ES. */
      readonly description_localizations?: DiscordDescriptionLocalizations
      /** The name, 1 to 32 characters. For a slash command: lower case, no spaces. */
      readonly name?: string
      /** The name in other languages by locale, such as de, fr, es-ES. */
      readonly name_localizations?: DiscordDescriptionLocalizations
      /** Age-restricted command. */
      readonly nsfw?: boolean
      /** Options of a slash command, as in commands_create_global. */
      readonly options?: ReadonlyArray<DiscordOption>
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordCommandsModifyGlobal
  }
  /** Build and check a container with a coloured edge for components_v2_send. */
  readonly components_v2_build_container: {
    readonly input: {
      /** Component tree, as in components_v2_send. */
      readonly components: ReadonlyArray<DiscordTopLevelComponent>
      /** Edge colour as a number, 0xRRGGBB. */
      readonly accent_color?: number
      /** Whether it is hidden as a spoiler; false by default. */
      readonly spoiler?: boolean
    }
    readonly answer: DiscordComponentsV2BuildContainer
  }
  /** Build a gallery of up to 10 pictures or videos for components_v2_send. */
  readonly components_v2_build_media_gallery: {
    readonly input: {
      /** Up to 10 pictures or videos. */
      readonly items: ReadonlyArray<{ readonly url: string; readonly description?: string; readonly spoiler?: boolean }>
    }
    readonly answer: DiscordComponentsV2BuildContainer
  }
  /** Build and check a section of up to 3 texts beside a picture or button for components_v2_send. */
  readonly components_v2_build_section: {
    readonly input: {
      /** The picture or button beside the texts: 11 thumbnail {media: {url}}, or 2 button, as in components_v2_send. */
      readonly accessory: DiscordAccessory
      /** Up to 3 texts, in Discord's markdown. */
      readonly text: ReadonlyArray<string>
    }
    readonly answer: DiscordComponentsV2BuildContainer
  }
  /** Replace the layout of a message that the bot sent. An ordinary message becomes a layout permanently and loses its text and embeds. */
  readonly components_v2_edit: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Component tree, as in components_v2_send. */
      readonly components: ReadonlyArray<DiscordTopLevelComponent>
      /** Message id. */
      readonly message_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Ids of attachments to keep, others are removed; required with files. */
      readonly keep_attachments?: ReadonlyArray<string>
      /** keep: tables stay pipes. */
      readonly tables?: "convert" | "keep"
    }
    readonly answer: {
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly allowed_mentions?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly content?: string
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly files?: unknown
      readonly forwarded?: DiscordForwarded
      readonly id?: string
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly keep_attachments?: unknown
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly pinned?: boolean
      readonly poll?: DiscordPollView
      readonly previous?: { readonly [key: string]: unknown }
      readonly published?: boolean
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }
  }
  /** Render a component tree as plain text. Nothing is sent. */
  readonly components_v2_preview: {
    readonly input: {
      /** Component tree, as in components_v2_send. */
      readonly components: ReadonlyArray<DiscordTopLevelComponent>
    }
    readonly answer: { readonly preview: string }
  }
  /** Send a layout of components as a message, without content and embeds. For a predefined layout use components_v2_send_from_template. */
  readonly components_v2_send: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Component tree. Controls: 1 row {components: buttons or one menu}; 2 button {style: 1-4, label, emoji: {id, name}, custom_id, disabled}, {style: 5, label, url} or {style: 6, sku_id}; 3 menu {custom_id, options: [{label, value, description, emoji, default}], placeholder, min_values, max_values, disabled}; 5 user, 6 role, 7 mentionable, 8 channel menu {custom_id, default_values: [{type, id}], channel_types}. Layout, without content, embeds, stickers and poll: 9 section {components: texts, accessory: button or thumbnail}; 10 text {content}; 11 thumbnail {media: {url}, description, spoiler}; 12 gallery {items: [{media: {url}, description, spoiler}]}; 13 file {file: {url}, spoiler}; 14 separator {divider, spacing: 1 or 2}; 17 container {components, accent_color, spoiler}. All have an optional id. */
      readonly components: ReadonlyArray<DiscordTopLevelComponent>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** false: send even if reply_to is gone. */
      readonly fail_if_not_exists?: boolean
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Message flags. */
      readonly flags?: ReadonlyArray<"suppress_notifications">
      /** Id of the message to reply to. */
      readonly reply_to?: string
      /** keep: tables stay pipes. */
      readonly tables?: "convert" | "keep"
    }
    readonly answer: {
      readonly id: string
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly allowed_mentions?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly content?: string
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly files?: unknown
      readonly flags?: unknown
      readonly forwarded?: DiscordForwarded
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly parts?: ReadonlyArray<DiscordPart>
      readonly pinned?: boolean
      readonly poll?: DiscordPollView
      readonly published?: boolean
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }
  }
  /** Send a predefined layout. Presses of a question's buttons reach the application as interactions; for a vote use the poll of messages_send. */
  readonly components_v2_send_from_template: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** The template. */
      readonly template: "announcement" | "question" | "status" | "welcome"
      /** The values of the template; which it uses depends on the template. */
      readonly vars: {
        readonly title: string
        readonly color?: number
        readonly image_url?: string
        readonly items?: ReadonlyArray<{ readonly name: string; readonly value: string }>
        readonly links?: ReadonlyArray<{ readonly label: string; readonly url: string }>
        readonly options?: ReadonlyArray<string>
        readonly state?: "degraded" | "maintenance" | "operational" | "outage" | "resolved"
        readonly text?: string
      }
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** false: send even if reply_to is gone. */
      readonly fail_if_not_exists?: boolean
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Message flags. */
      readonly flags?: ReadonlyArray<"suppress_notifications">
      /** Id of the message to reply to. */
      readonly reply_to?: string
      /** keep: tables stay pipes. */
      readonly tables?: "convert" | "keep"
    }
    readonly answer: {
      readonly id: string
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly allowed_mentions?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly content?: string
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly files?: unknown
      readonly flags?: unknown
      readonly forwarded?: DiscordForwarded
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly parts?: ReadonlyArray<DiscordPart>
      readonly pinned?: boolean
      readonly poll?: DiscordPollView
      readonly published?: boolean
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly template?: unknown
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly vars?: unknown
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }
  }
  /** Check a component tree against Discord's rules and list all problems. Nothing is sent. */
  readonly components_v2_validate: {
    readonly input: {
      /** Component tree, as in components_v2_send. */
      readonly components: ReadonlyArray<unknown>
    }
    readonly answer: {
      readonly problems: ReadonlyArray<DiscordValidationIssue>
      readonly valid: boolean
      readonly characters?: number
      readonly components?: number
    }
  }
  /** Create a custom emoji in a guild from an image. */
  readonly emojis_create: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The image: {url}, {path} or {base64}, at most 256 KiB; 128 × 128 pixels recommended. */
      readonly image: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** The name: 2 to 32 letters, digits and underscores. */
      readonly name: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Roles that may use the emoji; everyone if empty. */
      readonly roles?: ReadonlyArray<string>
    }
    readonly answer: DiscordAppEmojisCreate
  }
  /** Delete a custom emoji of a guild permanently. Messages that contain it still show it. */
  readonly emojis_delete: {
    readonly input: {
      /** The emoji. */
      readonly emoji_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly emoji_id?: unknown
      readonly guild_id?: unknown
    }
  }
  /** Get one custom emoji of a guild. */
  readonly emojis_get: {
    readonly input: {
      /** The emoji. */
      readonly emoji_id: string
      /** Guild id. */
      readonly guild_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordEmoji
  }
  /** List the custom emojis of a guild. For application emojis use app_emojis_list. */
  readonly emojis_list_guild: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordEmoji>
  }
  /** Rename a custom emoji of a guild, or change which roles may use it. Its image cannot be changed. */
  readonly emojis_modify: {
    readonly input: {
      /** The emoji. */
      readonly emoji_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The name: 2 to 32 letters, digits and underscores. */
      readonly name?: string
      /** Roles that may use the emoji; everyone if empty. */
      readonly roles?: ReadonlyArray<string>
    }
    readonly answer: DiscordAppEmojisModify
  }
  /** Mark a one-time purchase as consumed, so that the user can buy it again. This cannot be undone. */
  readonly entitlements_consume: {
    readonly input: {
      /** The entitlement. */
      readonly entitlement_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
    }
    readonly answer: {
      readonly done: true
      readonly application_id?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly entitlement_id?: unknown
    }
  }
  /** Create a test entitlement for a guild or user, to test what owners of a SKU see. */
  readonly entitlements_create_test: {
    readonly input: {
      /** The guild or user that receives the entitlement. */
      readonly owner_id: string
      /** The type of the owner. */
      readonly owner_type: "guild" | "user"
      /** The SKU: a product of the application. */
      readonly sku_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
    }
    readonly answer: {
      readonly id: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly consumed?: boolean
      readonly deleted?: boolean
      readonly ends?: string
      readonly guild_id?: string
      readonly kind?: string
      readonly owner_id?: unknown
      readonly owner_type?: unknown
      readonly sku_id?: string
      readonly starts?: string
      readonly user_id?: string
    }
  }
  /** Delete a test entitlement. Purchased entitlements cannot be deleted. */
  readonly entitlements_delete_test: {
    readonly input: {
      /** The entitlement. */
      readonly entitlement_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly application_id?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly entitlement_id?: unknown
    }
  }
  /** Get one entitlement: owner, SKU, expiry. */
  readonly entitlements_get: {
    readonly input: {
      /** The entitlement. */
      readonly entitlement_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordEntitlement
  }
  /** List an application's entitlements: who owns which SKU, active and ended, oldest first. */
  readonly entitlements_list: {
    readonly input: {
      /** All, up to 1000. */
      readonly all?: boolean
      /** Another than the bot's own. */
      readonly application_id?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Whether to exclude deleted entitlements; true by default. */
      readonly exclude_deleted?: boolean
      /** Whether to exclude ended entitlements. */
      readonly exclude_ended?: boolean
      /** Only entitlements of this guild. */
      readonly guild_id?: string
      /** Up to 1000; 50 by default. */
      readonly limit?: number
      /** Only entitlements of these SKUs. */
      readonly sku_ids?: ReadonlyArray<string>
      /** Only entitlements of this user. */
      readonly user_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordEntitlement>
  }
  /** Count the users interested in an event, and in single occurrences of a recurring event. */
  readonly events_count_users: {
    readonly input: {
      /** The event. */
      readonly event_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Up to 10 exceptions to count separately. */
      readonly exception_ids?: ReadonlyArray<string>
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: { readonly exceptions?: { readonly [key: string]: number }; readonly users?: number }
  }
  /** Schedule an event. Stage and voice events need channel_id; external events need entity_metadata.location and scheduled_end_time. */
  readonly events_create: {
    readonly input: {
      /** Where it takes place. */
      readonly entity_type: "external" | "stage" | "voice"
      /** Guild id. */
      readonly guild_id: string
      /** The name. */
      readonly name: string
      /** When it starts: ISO 8601 time in the future. */
      readonly scheduled_start_time: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The stage or voice channel of a stage or voice event. */
      readonly channel_id?: string
      /** The description. */
      readonly description?: string
      /** Location of an external event: {location}. */
      readonly entity_metadata?: { readonly location: string }
      /** The cover image: {url}, {path} or {base64}. */
      readonly image?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** When the event repeats. */
      readonly recurrence_rule?: DiscordRecurrenceRule
      /** When it ends: ISO 8601 time; required for external events. */
      readonly scheduled_end_time?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly id: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly creator_id?: string
      readonly description?: string
      readonly entity_metadata?: { readonly location: string }
      readonly entity_type?: "external" | "stage" | "voice"
      readonly exceptions?: ReadonlyArray<DiscordException>
      readonly image?: unknown
      readonly name?: string
      readonly recurrence_rule?: DiscordRecurrenceRule
      readonly scheduled_end_time?: string
      readonly scheduled_start_time?: string
      readonly status?: "active" | "canceled" | "completed" | "scheduled"
      readonly url?: string
      readonly users?: number
    }
  }
  /** Move or cancel one occurrence of a recurring event. For all occurrences use events_modify. */
  readonly events_create_exception: {
    readonly input: {
      /** The event. */
      readonly event_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Start according to the rule: ISO 8601 time; identifies the occurrence. */
      readonly original_scheduled_start_time: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Cancel the occurrence. */
      readonly is_canceled?: boolean
      /** The new end: ISO 8601 time. If it is cleared or not set, that of the rule. */
      readonly scheduled_end_time?: string
      /** The new start: ISO 8601 time. If it is cleared or not set, that of the rule. */
      readonly scheduled_start_time?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly id: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly is_canceled?: boolean
      readonly original_scheduled_start_time?: unknown
      readonly scheduled_end_time?: string
      readonly scheduled_start_time?: string
    }
  }
  /** Delete a scheduled event permanently. To keep it visible as canceled use events_modify. */
  readonly events_delete: {
    readonly input: {
      /** The event. */
      readonly event_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly event_id?: unknown
      readonly guild_id?: unknown
    }
  }
  /** Delete an exception: the occurrence follows the event's recurrence rule again. */
  readonly events_delete_exception: {
    readonly input: {
      /** The event. */
      readonly event_id: string
      /** The exception, from events_get. */
      readonly exception_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly event_id?: unknown
      readonly exception_id?: unknown
      readonly guild_id?: unknown
    }
  }
  /** Get one scheduled event. For the interested users use events_list_users. */
  readonly events_get: {
    readonly input: {
      /** The event. */
      readonly event_id: string
      /** Guild id. */
      readonly guild_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Whether to count the interested users; true by default. */
      readonly with_user_count?: boolean
    }
    readonly answer: DiscordEvent
  }
  /** List the upcoming and active scheduled events of a guild. */
  readonly events_list: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Whether to count the interested users; true by default. */
      readonly with_user_count?: boolean
    }
    readonly answer: DiscordPage<DiscordEvent>
  }
  /** List the users who responded to one occurrence of a recurring event, ordered by user id. */
  readonly events_list_exception_users: {
    readonly input: {
      /** The event. */
      readonly event_id: string
      /** The exception, from events_get. */
      readonly exception_id: string
      /** Guild id. */
      readonly guild_id: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 100 by default. */
      readonly limit?: number
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Whether to include nicknames; false by default. */
      readonly with_member?: boolean
    }
    readonly answer: DiscordPage<DiscordEventUser>
  }
  /** List the users interested in an event, ordered by user id. For the number only use events_count_users. */
  readonly events_list_users: {
    readonly input: {
      /** The event. */
      readonly event_id: string
      /** Guild id. */
      readonly guild_id: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 100 by default. */
      readonly limit?: number
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Whether to include nicknames; false by default. */
      readonly with_member?: boolean
    }
    readonly answer: DiscordPage<DiscordEventUser>
  }
  /** Change a scheduled event, or start, end or cancel it with status. Omitted fields stay unchanged. For one occurrence of a recurring event use events_create_exception. */
  readonly events_modify: {
    readonly input: {
      /** The event. */
      readonly event_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The stage or voice channel of a stage or voice event. */
      readonly channel_id?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"channel_id" | "description" | "image" | "recurrence_rule" | "scheduled_end_time">
      /** The description. */
      readonly description?: string
      /** Location of an external event: {location}. */
      readonly entity_metadata?: { readonly location: string }
      /** Where it takes place. */
      readonly entity_type?: "external" | "stage" | "voice"
      /** The cover image: {url}, {path} or {base64}. */
      readonly image?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** The name. */
      readonly name?: string
      /** When the event repeats. */
      readonly recurrence_rule?: DiscordRecurrenceRule
      /** When it ends: ISO 8601 time; required for external events. */
      readonly scheduled_end_time?: string
      /** When it starts: ISO 8601 time in the future. */
      readonly scheduled_start_time?: string
      /** active starts the event, completed ends it. completed and canceled are final. */
      readonly status?: "active" | "canceled" | "completed" | "scheduled"
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly creator_id?: string
      readonly description?: string
      readonly entity_metadata?: { readonly location: string }
      readonly entity_type?: "external" | "stage" | "voice"
      readonly exceptions?: ReadonlyArray<DiscordException>
      readonly id?: string
      readonly image?: unknown
      readonly name?: string
      readonly previous?: { readonly [key: string]: unknown }
      readonly recurrence_rule?: DiscordRecurrenceRule
      readonly scheduled_end_time?: string
      readonly scheduled_start_time?: string
      readonly status?: "active" | "canceled" | "completed" | "scheduled"
      readonly url?: string
      readonly users?: number
    }
  }
  /** Change an exception: one moved or canceled occurrence of a recurring event. */
  readonly events_modify_exception: {
    readonly input: {
      /** The event. */
      readonly event_id: string
      /** The exception, from events_get. */
      readonly exception_id: string
      /** Guild id. */
      readonly guild_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"scheduled_end_time" | "scheduled_start_time">
      /** Cancel the occurrence. */
      readonly is_canceled?: boolean
      /** The new end: ISO 8601 time. If it is cleared or not set, that of the rule. */
      readonly scheduled_end_time?: string
      /** The new start: ISO 8601 time. If it is cleared or not set, that of the rule. */
      readonly scheduled_start_time?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly id?: string
      readonly is_canceled?: boolean
      readonly previous?: { readonly [key: string]: unknown }
      readonly scheduled_end_time?: string
      readonly scheduled_start_time?: string
    }
  }
  /** Get the gateway URL, recommended shards and remaining session starts of today. */
  readonly gateway_get_bot: {
    readonly input: {
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly sessions_in_all?: number
      readonly sessions_left?: number
      readonly sessions_reset_after_ms?: number
      readonly shards?: number
      readonly starts_at_once?: number
      readonly url?: string
    }
  }
  /** Read events that the server has logged, oldest first. Without after: the newest. next_cursor continues, also later: nothing is missed or repeated. */
  readonly gateway_read: {
    readonly input: {
      /** next_cursor or event_id of an earlier result: only later events. */
      readonly after?: string
      /** By this user. */
      readonly author_id?: string
      /** In this channel, forum or thread. */
      readonly channel_id?: string
      /** The message has this text, in any case. */
      readonly contains?: string
      /** In this guild. */
      readonly guild_id?: string
      /** Also events by the bot itself; false by default. */
      readonly include_own?: boolean
      /** Events; 50 by default. */
      readonly limit?: number
      /** Only messages that mention the bot or one of its roles, or reply to it. */
      readonly mentions_me?: boolean
      /** Replies to this message. */
      readonly reply_to?: string
      /** Also in the channel's threads and posts; true by default. */
      readonly threads?: boolean
      /** Add the text of voice messages: attachments[].transcript. */
      readonly transcribe?: boolean
      /** Kinds; message_create by default. */
      readonly types?: ReadonlyArray<DiscordType>
    }
    readonly answer: DiscordGatewayRead
  }
  /** Get the state of the connection to Discord's gateway: intents, latency, remaining logins, size of the log. */
  readonly gateway_status: {
    readonly input: {
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly recovered: number
      readonly clicks_by_http?: true
      readonly connected_since?: 0 | string
      readonly connections?: { readonly disconnects: number; readonly identifies: number; readonly resumes: number }
      readonly dropped?: { readonly [key: string]: number }
      readonly gaps?: number
      readonly intents?: ReadonlyArray<string>
      readonly latency_ms?: number
      readonly log?: { readonly bytes: number; readonly events: number; readonly oldest?: 0 | string }
      readonly logins?: { readonly remaining: number; readonly reset_after: number; readonly total: number }
      readonly logins_today?: number
      readonly next_cursor?: string
      readonly reason?: "disconnected" | "files" | "identify_budget" | "intents" | "not_owner" | "off" | "token"
      readonly retry_after_ms?: number
      readonly state?: string
    }
  }
  /** Wait until something happens, such as a new message, and return it. Without a match in time, items is empty: call again with after. For what happened before use gateway_read. */
  readonly gateway_wait_for: {
    readonly input: {
      /** next_cursor or event_id of an earlier result: only later events. */
      readonly after?: string
      /** By this user. */
      readonly author_id?: string
      /** In this channel, forum or thread. */
      readonly channel_id?: string
      /** The message has this text, in any case. */
      readonly contains?: string
      /** In this guild. */
      readonly guild_id?: string
      /** Also events by the bot itself; false by default. */
      readonly include_own?: boolean
      /** Also notices of Discord, such as joins and pins; false by default. */
      readonly include_system?: boolean
      /** Only messages that mention the bot or one of its roles, or reply to it. */
      readonly mentions_me?: boolean
      /** Replies to this message. */
      readonly reply_to?: string
      /** Also in the channel's threads and posts; true by default. */
      readonly threads?: boolean
      /** At most 3600, or 300 without progress; 50 by default; 0 returns at once. */
      readonly timeout_seconds?: number
      /** Add the text of voice messages: attachments[].transcript. */
      readonly transcribe?: boolean
      /** Kinds; message_create by default. */
      readonly types?: ReadonlyArray<DiscordType>
    }
    readonly answer: DiscordGatewayRead
  }
  /** Approve or reject a request to join a guild. */
  readonly guild_action_join_request: {
    readonly input: {
      /** Approve or reject the request. */
      readonly action: "approve" | "reject"
      /** Guild id. */
      readonly guild_id: string
      /** The request, from guild_list_join_requests. */
      readonly request_id: string
      /** Reason shown to the applicant; only with action reject. */
      readonly rejection_reason?: string
    }
    readonly answer: {
      readonly action?: unknown
      readonly answers?: ReadonlyArray<{ readonly answer?: boolean | number | string; readonly question?: string }>
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly id?: string
      readonly previous?: { readonly [key: string]: unknown }
      readonly rejection_reason?: string
      readonly reviewed?: string
      readonly reviewed_by?: string
      readonly status?: string
      readonly time?: string
      readonly user?: DiscordGuildActionJoinRequestUser
    }
  }
  /** Kick all inactive members at once. Call guild_get_prune_count first. */
  readonly guild_begin_prune: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Return the number of kicked members; true by default. Set false in a large guild. */
      readonly compute_prune_count?: boolean
      /** Days of inactivity, 1 to 30; 7 by default. */
      readonly days?: number
      /** Also include members whose only roles are these. */
      readonly include_roles?: ReadonlyArray<string>
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly compute_prune_count?: unknown
      readonly days?: unknown
      readonly include_roles?: unknown
      readonly pruned?: number | null
    }
  }
  /** Remove an integration from a guild. Deletes its webhooks and kicks its bot. */
  readonly guild_delete_integration: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The integration. */
      readonly integration_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly guild_id?: unknown
      readonly integration_id?: unknown
    }
  }
  /** Get a guild (server): name, owner, member count, features. For channels use channels_list. */
  readonly guild_get: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly afk_channel_id?: string
      readonly afk_timeout?: 60 | 300 | 900 | 1800 | 3600
      readonly boost_level?: number
      readonly boosts?: number
      readonly default_message_notifications?: "all_messages" | "only_mentions"
      readonly description?: string
      readonly emojis?: number
      readonly explicit_content_filter?: "all_members" | "disabled" | "members_without_roles"
      readonly features?: ReadonlyArray<string>
      readonly id?: string
      readonly incidents?: DiscordIncidents
      readonly members?: number
      readonly moderators_need_2fa?: boolean
      readonly name?: string
      readonly online?: number
      readonly owner_id?: string
      readonly preferred_locale?: DiscordPreferredLocale
      readonly premium_progress_bar_enabled?: boolean
      readonly public_updates_channel_id?: string
      readonly roles?: number
      readonly rules_channel_id?: string
      readonly safety_alerts_channel_id?: string
      readonly stickers?: number
      readonly system_channel_flags?: ReadonlyArray<DiscordSystemChannelFlag>
      readonly system_channel_id?: string
      readonly vanity_url_code?: string
      readonly verification_level?: "high" | "low" | "medium" | "none" | "very_high"
    }
  }
  /** Get the Server Guide for new members: welcome message, tasks and resource channels. */
  readonly guild_get_new_member_welcome: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer:
      | {
          readonly authors?: ReadonlyArray<string>
          readonly enabled?: boolean
          readonly message?: string
          readonly resources?: ReadonlyArray<{
            readonly channel_id?: string
            readonly description?: string
            readonly title?: string
          }>
          readonly tasks?: ReadonlyArray<{
            readonly channel_id?: string
            readonly description?: string
            readonly title?: string
          }>
        }
      | { readonly enabled: false }
  }
  /** Get the public preview of a discoverable guild. Works even if the bot is not a member. */
  readonly guild_get_preview: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly description?: string
      readonly emojis?: number
      readonly features?: ReadonlyArray<string>
      readonly id?: string
      readonly members?: number
      readonly name?: string
      readonly online?: number
      readonly stickers?: number
    }
  }
  /** Count the inactive members that guild_begin_prune would kick. Without include_roles, counts only members without roles. */
  readonly guild_get_prune_count: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Days of inactivity, 1 to 30; 7 by default. */
      readonly days?: number
      /** Also include members whose only roles are these. */
      readonly include_roles?: ReadonlyArray<string>
    }
    readonly answer: { readonly pruned?: number | null }
  }
  /** Get a guild's vanity URL, its own invite code such as discord.gg/tidepool, and its number of uses. */
  readonly guild_get_vanity_url: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
    }
    readonly answer: { readonly code?: string | null; readonly uses?: number }
  }
  /** Get the welcome screen of a Community guild: description and recommended channels. */
  readonly guild_get_welcome_screen: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly description?: string
      readonly welcome_channels?: ReadonlyArray<{
        readonly channel_id?: string
        readonly description?: string
        readonly emoji?: string
      }>
    }
  }
  /** Get the content of a guild's widget: online members, voice channels, an invite. The widget must be enabled. */
  readonly guild_get_widget: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly channels?: ReadonlyArray<{ readonly id?: string; readonly name?: string }>
      readonly id?: string
      readonly invite?: string
      readonly name?: string
      readonly online?: number
      readonly people?: ReadonlyArray<{ readonly activity?: string; readonly name?: string; readonly status?: string }>
    }
  }
  /** Get the URL of a guild's widget image, for use on a web page. The widget must be enabled. */
  readonly guild_get_widget_image_url: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The style; shield by default. */
      readonly style?: "banner1" | "banner2" | "banner3" | "banner4" | "shield"
    }
    readonly answer: { readonly url: string }
  }
  /** Get a guild's widget settings: whether it is enabled, and its invite channel. For its content use guild_get_widget. */
  readonly guild_get_widget_settings: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
    }
    readonly answer: { readonly channel_id?: string | null; readonly enabled?: boolean }
  }
  /** List the integrations of a guild: bots, Twitch, YouTube. Discord returns at most 50. */
  readonly guild_list_integrations: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{
      readonly account?: string
      readonly added_by?: string
      readonly application_id?: string
      readonly bot_id?: string
      readonly disabled?: boolean
      readonly id?: string
      readonly name?: string
      readonly role_id?: string
      readonly scopes?: ReadonlyArray<string>
      readonly subscribers?: number
      readonly type?: string
    }>
  }
  /** List all invites of a guild with their number of uses. For one channel use invites_list_channel. */
  readonly guild_list_invites: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordInvite>
  }
  /** List the requests to join a guild, newest first, with the applicants' answers. */
  readonly guild_list_join_requests: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Only requests newer than this request id. */
      readonly after?: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** Only requests older than this request id. */
      readonly before?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 50 by default. */
      readonly limit?: number
      /** Requested since: ISO 8601 time. */
      readonly since?: string
      /** Only requests with this status. */
      readonly status?: "approved" | "rejected" | "started" | "submitted"
      /** Requested until: ISO 8601 time. */
      readonly until?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{
      readonly answers?: ReadonlyArray<{ readonly answer?: boolean | number | string; readonly question?: string }>
      readonly id?: string
      readonly rejection_reason?: string
      readonly reviewed?: string
      readonly reviewed_by?: string
      readonly status?: string
      readonly time?: string
      readonly user?: DiscordGuildActionJoinRequestUser
    }>
  }
  /** List the voice regions available to a guild. */
  readonly guild_list_voice_regions: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordRegion>
  }
  /** Change a guild's settings: name, images, verification, special channels, features. Omitted fields stay unchanged. */
  readonly guild_modify: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** The AFK voice channel for inactive members. */
      readonly afk_channel_id?: string
      /** Seconds of inactivity before a member moves to the AFK channel. */
      readonly afk_timeout?: 60 | 300 | 900 | 1800 | 3600
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The banner, 16:9, in the format of icon. */
      readonly banner?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<
        | "afk_channel_id"
        | "banner"
        | "description"
        | "discovery_splash"
        | "icon"
        | "public_updates_channel_id"
        | "rules_channel_id"
        | "safety_alerts_channel_id"
        | "splash"
        | "system_channel_id"
      >
      /** When members are notified by default. */
      readonly default_message_notifications?: "all_messages" | "only_mentions"
      /** The description of a Community guild; clear removes it. */
      readonly description?: string
      /** The discovery image, 16:9, in the format of icon. */
      readonly discovery_splash?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Whose media Discord scans for explicit content. */
      readonly explicit_content_filter?: "all_members" | "disabled" | "members_without_roles"
      /** Replaces the features that guild_get returns; an omitted one is disabled. Only COMMUNITY, DISCOVERABLE, INVITES_DISABLED and RAID_ALERTS_DISABLED can change. */
      readonly features?: ReadonlyArray<string>
      /** The icon: {url}, {path} or {base64}; clear removes it. */
      readonly icon?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** The guild's name. */
      readonly name?: string
      /** Locale of a Community guild, such as en-GB. */
      readonly preferred_locale?: DiscordPreferredLocale
      /** Show the boost progress bar. */
      readonly premium_progress_bar_enabled?: boolean
      /** The channel for Discord's notices to moderators of a Community guild. */
      readonly public_updates_channel_id?: string
      /** The rules channel of a Community guild. */
      readonly rules_channel_id?: string
      /** The channel for safety alerts of a Community guild. */
      readonly safety_alerts_channel_id?: string
      /** The invite background, 16:9, in the format of icon. */
      readonly splash?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Replaces the messages that are suppressed in the system channel. */
      readonly system_channel_flags?: ReadonlyArray<DiscordSystemChannelFlag>
      /** The channel for join and boost messages. */
      readonly system_channel_id?: string
      /** low: verified email; medium: 5 minutes on Discord; high: 10 minutes in the guild; very_high: verified phone. */
      readonly verification_level?: "high" | "low" | "medium" | "none" | "very_high"
    }
    readonly answer: {
      readonly afk_channel_id?: string
      readonly afk_timeout?: 60 | 300 | 900 | 1800 | 3600
      readonly as_sent?: { readonly [key: string]: number }
      readonly banner?: unknown
      readonly boost_level?: number
      readonly boosts?: number
      readonly cleared?: ReadonlyArray<string>
      readonly default_message_notifications?: "all_messages" | "only_mentions"
      readonly description?: string
      readonly discovery_splash?: unknown
      readonly emojis?: number
      readonly explicit_content_filter?: "all_members" | "disabled" | "members_without_roles"
      readonly features?: ReadonlyArray<string>
      readonly icon?: unknown
      readonly id?: string
      readonly incidents?: DiscordIncidents
      readonly members?: number
      readonly moderators_need_2fa?: boolean
      readonly name?: string
      readonly online?: number
      readonly owner_id?: string
      readonly preferred_locale?: DiscordPreferredLocale
      readonly premium_progress_bar_enabled?: boolean
      readonly previous?: { readonly [key: string]: unknown }
      readonly public_updates_channel_id?: string
      readonly roles?: number
      readonly rules_channel_id?: string
      readonly safety_alerts_channel_id?: string
      readonly splash?: unknown
      readonly stickers?: number
      readonly system_channel_flags?: ReadonlyArray<DiscordSystemChannelFlag>
      readonly system_channel_id?: string
      readonly vanity_url_code?: string
      readonly verification_level?: "high" | "low" | "medium" | "none" | "very_high"
    }
  }
  /** Change the bot's own role on a stage it is connected to: speaker, audience, or request to speak. */
  readonly guild_modify_current_voice_state: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The stage channel. */
      readonly channel_id?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"request_to_speak_timestamp">
      /** ISO 8601 time of the request to speak, now or later; clear withdraws it. */
      readonly request_to_speak_timestamp?: string
      /** true: move to the audience; false: make a speaker. */
      readonly suppress?: boolean
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly guild_id?: unknown
      readonly previous?: { readonly [key: string]: unknown }
      readonly request_to_speak_timestamp?: unknown
      readonly suppress?: unknown
    }
  }
  /** Make a member of a stage a speaker, or move them to the audience. For voice channels use members_modify. */
  readonly guild_modify_user_voice_state: {
    readonly input: {
      /** The stage channel. */
      readonly channel_id: string
      /** Guild id. */
      readonly guild_id: string
      /** The member who is on the stage. */
      readonly user_id: string
      /** true: move to the audience; false: make a speaker. */
      readonly suppress?: boolean
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly guild_id?: unknown
      readonly previous?: { readonly [key: string]: unknown }
      readonly suppress?: unknown
      readonly user_id?: unknown
    }
  }
  /** Change the welcome screen of a Community guild. welcome_channels replaces the whole list. */
  readonly guild_modify_welcome_screen: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"description">
      /** The description; clear removes it. */
      readonly description?: string
      /** Show the welcome screen to new members. */
      readonly enabled?: boolean
      /** All recommended channels, up to 5. */
      readonly welcome_channels?: ReadonlyArray<{
        readonly channel_id: string
        readonly description: string
        readonly emoji?: string
      }>
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly description?: string
      readonly enabled?: unknown
      readonly previous?: { readonly [key: string]: unknown }
      readonly welcome_channels?: ReadonlyArray<{
        readonly channel_id?: string
        readonly description?: string
        readonly emoji?: string
      }>
    }
  }
  /** Enable or disable a guild's widget, or set its invite channel. */
  readonly guild_modify_widget: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The invite channel; clear removes it. */
      readonly channel_id?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"channel_id">
      /** Make the widget public. */
      readonly enabled?: boolean
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: string | null
      readonly cleared?: ReadonlyArray<string>
      readonly enabled?: boolean
      readonly previous?: { readonly [key: string]: unknown }
    }
  }
  /** Pause invites or direct messages between members, as during a raid, or end the pause. */
  readonly guild_set_incident_actions: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"dms_disabled_until" | "invites_disabled_until">
      /** No direct messages until: ISO 8601 time, at most 24 hours ahead; clear allows them now. */
      readonly dms_disabled_until?: string
      /** When invites resume: ISO 8601 time, at most 24 hours ahead; clear resumes them now. */
      readonly invites_disabled_until?: string
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly dm_spam_detected_at?: string | null
      readonly dms_disabled_until?: string | null
      readonly invites_disabled_until?: string | null
      readonly previous?: { readonly [key: string]: unknown }
      readonly raid_detected_at?: string | null
    }
  }
  /** Send a follow-up message to an answered interaction, within 15 minutes. */
  readonly interactions_create_followup: {
    readonly input: {
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Component tree, as in components_v2_send. */
      readonly components?: ReadonlyArray<DiscordTopLevelComponent>
      /** Text in Discord's markdown. */
      readonly content?: string
      /** Up to 10 embeds. Up to 6000 characters in all. */
      readonly embeds?: ReadonlyArray<DiscordEmbed>
      /** Visible to the user only; false by default. */
      readonly ephemeral?: boolean
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Message flags. */
      readonly flags?: ReadonlyArray<"is_components_v2" | "suppress_embeds" | "suppress_notifications">
      /** With split: first part to send. */
      readonly from_part?: number
      /** Of an interaction of live events. */
      readonly interaction_id?: string
      /** The token, valid for 15 minutes; not for interactions of live events. */
      readonly interaction_token?: string
      /** A poll; it cannot be changed. */
      readonly poll?: DiscordPoll
      /** Needed above 2000 characters: sends several messages. */
      readonly split?: boolean
      /** keep: tables stay pipes. */
      readonly tables?: "convert" | "keep"
      /** Read aloud. */
      readonly tts?: boolean
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly id: string
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly allowed_mentions?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly content?: string
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly ephemeral?: unknown
      readonly files?: unknown
      readonly flags?: unknown
      readonly forwarded?: DiscordForwarded
      readonly from_part?: unknown
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly pinned?: boolean
      readonly poll?: DiscordPollView
      readonly published?: boolean
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly split?: unknown
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }
  }
  /** Respond to an interaction, once and within 3 seconds; to one of live events by its id alone, within 15 minutes. Complete a deferred response with interactions_edit_original_response; for more messages use interactions_create_followup. */
  readonly interactions_create_response: {
    readonly input: {
      /** The interaction. */
      readonly interaction_id: string
      /** The type of response. */
      readonly type:
        | "application_command_autocomplete_result"
        | "channel_message_with_source"
        | "deferred_channel_message_with_source"
        | "deferred_update_message"
        | "launch_activity"
        | "modal"
        | "pong"
        | "update_message"
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** For an autocomplete result: up to 25 suggestions, all strings or all numbers; [] for none. */
      readonly choices?: ReadonlyArray<{
        readonly name: string
        readonly value: number | string
        readonly name_localizations?: DiscordDescriptionLocalizations
      }>
      /** Visible to the user only; false by default. */
      readonly ephemeral?: boolean
      /** The token, valid for 15 minutes; not for interactions of live events. */
      readonly interaction_token?: string
      /** For channel_message_with_source: the message; for update_message: the changed fields, or keep_attachments. */
      readonly message?: {
        readonly allowed_mentions?: DiscordAllowedMentions
        readonly components?: ReadonlyArray<DiscordTopLevelComponent>
        readonly content?: string
        readonly embeds?: ReadonlyArray<DiscordEmbed>
        readonly files?: ReadonlyArray<DiscordFile>
        readonly flags?: ReadonlyArray<"is_components_v2" | "suppress_embeds" | "suppress_notifications">
        readonly keep_attachments?: ReadonlyArray<string>
        readonly poll?: DiscordPoll
        readonly tables?: "convert" | "keep"
        readonly tts?: boolean
      }
      /** For type modal: the form to show. */
      readonly modal?: {
        readonly components: ReadonlyArray<
          | {
              readonly component:
                | {
                    readonly custom_id: string
                    readonly options: ReadonlyArray<{
                      readonly label: string
                      readonly value: string
                      readonly default?: boolean
                      readonly description?: string
                    }>
                    readonly type: 21
                    readonly id?: number
                    readonly required?: boolean
                  }
                | {
                    readonly custom_id: string
                    readonly options: ReadonlyArray<{
                      readonly label: string
                      readonly value: string
                      readonly default?: boolean
                      readonly description?: string
                    }>
                    readonly type: 22
                    readonly id?: number
                    readonly max_values?: number
                    readonly min_values?: number
                    readonly required?: boolean
                  }
                | DiscordComponentOfType3
                | {
                    readonly custom_id: string
                    readonly style: 1 | 2
                    readonly type: 4
                    readonly id?: number
                    readonly max_length?: number
                    readonly min_length?: number
                    readonly placeholder?: string
                    readonly required?: boolean
                    readonly value?: string
                  }
                | {
                    readonly custom_id: string
                    readonly type: 19
                    readonly file_types?: ReadonlyArray<string>
                    readonly id?: number
                    readonly max_values?: number
                    readonly min_values?: number
                    readonly required?: boolean
                  }
                | { readonly custom_id: string; readonly type: 23; readonly default?: boolean; readonly id?: number }
                | DiscordComponentOfType5
                | DiscordComponentOfType6
                | DiscordComponentOfType7
                | DiscordComponentOfType8
              readonly label: string
              readonly type: 18
              readonly description?: string
              readonly id?: number
            }
          | {
              readonly components: ReadonlyArray<{
                readonly custom_id: string
                readonly label: string
                readonly style: 1 | 2
                readonly type: 4
                readonly id?: number
                readonly max_length?: number
                readonly min_length?: number
                readonly placeholder?: string
                readonly required?: boolean
                readonly value?: string
              }>
              readonly type: 1
              readonly id?: number
            }
          | { readonly content: string; readonly type: 10; readonly id?: number }
        >
        readonly custom_id: string
        readonly title: string
      }
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Whether to return the created message; true by default. */
      readonly with_response?: boolean
    }
    readonly answer:
      | {
          readonly activity_instance_id?: string
          readonly as_sent?: { readonly [key: string]: number }
          readonly choices?: unknown
          readonly cleared?: ReadonlyArray<string>
          readonly ephemeral?: boolean
          readonly interaction_id?: string
          readonly kind?: string
          readonly loading?: boolean
          readonly message?: DiscordMessage
          readonly message_id?: string
          readonly modal?: unknown
          readonly type?: unknown
        }
      | {
          readonly done: true
          readonly as_sent?: { readonly [key: string]: number }
          readonly choices?: unknown
          readonly cleared?: ReadonlyArray<string>
          readonly ephemeral?: unknown
          readonly message?: unknown
          readonly modal?: unknown
          readonly type?: unknown
        }
  }
  /** Delete a follow-up message of an interaction permanently. */
  readonly interactions_delete_followup: {
    readonly input: {
      /** The follow-up message. */
      readonly message_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Of an interaction of live events. */
      readonly interaction_id?: string
      /** The token, valid for 15 minutes; not for interactions of live events. */
      readonly interaction_token?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly application_id?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly interaction_token?: unknown
      readonly message_id?: unknown
    }
  }
  /** Delete the original response to an interaction permanently. */
  readonly interactions_delete_original_response: {
    readonly input: {
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Of an interaction of live events. */
      readonly interaction_id?: string
      /** The token, valid for 15 minutes; not for interactions of live events. */
      readonly interaction_token?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly application_id?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly interaction_token?: unknown
    }
  }
  /** Edit a follow-up message of an interaction. Omitted fields stay unchanged. */
  readonly interactions_edit_followup: {
    readonly input: {
      /** The follow-up message. */
      readonly message_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Component tree, as in components_v2_send. */
      readonly components?: ReadonlyArray<DiscordTopLevelComponent>
      /** The new text; "" removes it. */
      readonly content?: string
      /** Up to 10 embeds. Up to 6000 characters in all. */
      readonly embeds?: ReadonlyArray<DiscordEmbed>
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Message flags. */
      readonly flags?: ReadonlyArray<"is_components_v2" | "suppress_embeds">
      /** Of an interaction of live events. */
      readonly interaction_id?: string
      /** The token, valid for 15 minutes; not for interactions of live events. */
      readonly interaction_token?: string
      /** Ids of attachments to keep, others are removed; required with files. */
      readonly keep_attachments?: ReadonlyArray<string>
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordInteractionsEditFollowup
  }
  /** Edit the original response to an interaction, or complete a deferred one. Omitted fields stay unchanged. */
  readonly interactions_edit_original_response: {
    readonly input: {
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Component tree, as in components_v2_send. */
      readonly components?: ReadonlyArray<DiscordTopLevelComponent>
      /** The new text; "" removes it. */
      readonly content?: string
      /** Up to 10 embeds. Up to 6000 characters in all. */
      readonly embeds?: ReadonlyArray<DiscordEmbed>
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Message flags. */
      readonly flags?: ReadonlyArray<"is_components_v2" | "suppress_embeds">
      /** Of an interaction of live events. */
      readonly interaction_id?: string
      /** The token, valid for 15 minutes; not for interactions of live events. */
      readonly interaction_token?: string
      /** Ids of attachments to keep, others are removed; required with files. */
      readonly keep_attachments?: ReadonlyArray<string>
      /** A poll; it cannot be changed. */
      readonly poll?: DiscordPoll
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordInteractionsEditFollowup
  }
  /** Get one follow-up message of an interaction. */
  readonly interactions_get_followup: {
    readonly input: {
      /** The follow-up message. */
      readonly message_id: string
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Of an interaction of live events. */
      readonly interaction_id?: string
      /** The token, valid for 15 minutes; not for interactions of live events. */
      readonly interaction_token?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordMessage
  }
  /** Get the original response to an interaction. */
  readonly interactions_get_original_response: {
    readonly input: {
      /** Another than the bot's own. */
      readonly application_id?: string
      /** Of an interaction of live events. */
      readonly interaction_id?: string
      /** The token, valid for 15 minutes; not for interactions of live events. */
      readonly interaction_token?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordMessage
  }
  /** Add a user to an invite's target users. For several users use invites_bulk_add_target_users. */
  readonly invites_add_target_user: {
    readonly input: {
      /** Invite code or link. */
      readonly code: string
      /** User id. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly code?: unknown
      readonly previous?: { readonly [key: string]: unknown }
      readonly user_id?: unknown
    }
  }
  /** Add several users to an invite's target users. To replace the list use invites_set_target_users. */
  readonly invites_bulk_add_target_users: {
    readonly input: {
      /** Invite code or link. */
      readonly code: string
      /** The users, up to 1000. */
      readonly user_ids: ReadonlyArray<string>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: DiscordInvitesBulkAddTargetUsers
  }
  /** Remove several users from an invite's target users. */
  readonly invites_bulk_remove_target_users: {
    readonly input: {
      /** Invite code or link. */
      readonly code: string
      /** The users, up to 1000. */
      readonly user_ids: ReadonlyArray<string>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: DiscordInvitesBulkAddTargetUsers
  }
  /** Create an invite to a channel. By default it is valid for 1 day and for everyone, and an existing similar invite is reused. */
  readonly invites_create_channel: {
    readonly input: {
      /** The channel. */
      readonly channel_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Seconds until it expires, at most 604800 (7 days); 86400 by default, 0: never. */
      readonly max_age?: number
      /** How often it can be used, at most 100; 0 (default): unlimited. */
      readonly max_uses?: number
      /** Roles that everyone who accepts the invite gets. */
      readonly role_ids?: ReadonlyArray<string>
      /** The application to open; required with target_type embedded_application. */
      readonly target_application_id?: string
      /** What the invite opens in a voice channel: a user's stream or an application. */
      readonly target_type?: "embedded_application" | "stream"
      /** The streaming user; required with target_type stream. */
      readonly target_user_id?: string
      /** Temporary membership: members without a role leave when they disconnect; false by default. */
      readonly temporary?: boolean
      /** Always create a new invite instead of reusing a similar one; false by default. */
      readonly unique?: boolean
      /** The only users who can use the invite, up to 1000. */
      readonly user_ids?: ReadonlyArray<string>
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly code: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel?: { readonly id?: string; readonly name?: string }
      readonly cleared?: ReadonlyArray<string>
      readonly created?: string
      readonly event?: { readonly id?: string; readonly name?: string }
      readonly expires?: string
      readonly guild?: { readonly id?: string; readonly name?: string }
      readonly inviter?: { readonly id?: string; readonly name?: string }
      readonly max_age?: unknown
      readonly max_uses?: number
      readonly members?: number
      readonly online?: number
      readonly role_ids?: unknown
      readonly roles?: ReadonlyArray<{ readonly id?: string; readonly name?: string }>
      readonly target?: string
      readonly target_application?: string
      readonly target_application_id?: unknown
      readonly target_type?: unknown
      readonly target_user?: string
      readonly target_user_id?: unknown
      readonly temporary?: boolean
      readonly unique?: unknown
      readonly url?: string
      readonly user_ids?: unknown
      readonly uses?: number
    }
  }
  /** Revoke an invite permanently: nobody can join with it any more. */
  readonly invites_delete: {
    readonly input: {
      /** Invite code or link. */
      readonly code: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer:
      | {
          readonly as_sent?: { readonly [key: string]: number }
          readonly channel?: { readonly id?: string; readonly name?: string }
          readonly cleared?: ReadonlyArray<string>
          readonly code?: string
          readonly created?: string
          readonly event?: { readonly id?: string; readonly name?: string }
          readonly expires?: string
          readonly guild?: { readonly id?: string; readonly name?: string }
          readonly inviter?: { readonly id?: string; readonly name?: string }
          readonly max_uses?: number
          readonly members?: number
          readonly online?: number
          readonly roles?: ReadonlyArray<{ readonly id?: string; readonly name?: string }>
          readonly target?: string
          readonly target_application?: string
          readonly target_user?: string
          readonly temporary?: boolean
          readonly url?: string
          readonly uses?: number
        }
      | DiscordChannelsDelete
  }
  /** Get an invite by code or link: guild, channel, inviter, expiry. */
  readonly invites_get: {
    readonly input: {
      /** Invite code or link. */
      readonly code: string
      /** Scheduled event to include. */
      readonly guild_scheduled_event_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** With member counts; true by default. */
      readonly with_counts?: boolean
    }
    readonly answer: DiscordInvite
  }
  /** List the target users of an invite, by id. An invite that everyone can use has no such list and returns not found. */
  readonly invites_get_target_users: {
    readonly input: {
      /** Invite code or link. */
      readonly code: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<string>
  }
  /** Get the progress of Discord's job that processes an invite's target users. */
  readonly invites_get_target_users_job: {
    readonly input: {
      /** Invite code or link. */
      readonly code: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly completed?: string
      readonly created?: string
      readonly error?: string
      readonly processed?: number
      readonly status?: string
      readonly total?: number
    }
  }
  /** List the invites of one channel with their number of uses. */
  readonly invites_list_channel: {
    readonly input: {
      /** The channel. */
      readonly channel_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordInvite>
  }
  /** Remove a user from an invite's target users. For several users use invites_bulk_remove_target_users. */
  readonly invites_remove_target_user: {
    readonly input: {
      /** Invite code or link. */
      readonly code: string
      /** User id. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly code?: unknown
      readonly deleted?: true
      readonly user_id?: unknown
    }
  }
  /** Replace the users who can see and use an invite. Discord processes the list in the background: see invites_get_target_users_job. */
  readonly invites_set_target_users: {
    readonly input: {
      /** Invite code or link. */
      readonly code: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** The only users who can use the invite, up to 1000. */
      readonly user_ids?: ReadonlyArray<string>
      /** Instead of user_ids: a CSV file with one user id per line. */
      readonly users_file?: DiscordUpload
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly code?: unknown
      readonly previous?: { readonly [key: string]: unknown }
      readonly user_ids?: unknown
      readonly users_file?: unknown
    }
  }
  /** Add a member to a lobby, or change one. For several members use lobbies_modify_members. */
  readonly lobbies_add_member: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** The user. */
      readonly user_id: string
      /** Additional display name. */
      readonly additional_name?: string
      /** May link a channel to the lobby; false by default. */
      readonly can_link_lobby?: boolean
      /** The game's texts by key, at most 1000 characters in total. */
      readonly metadata?: { readonly [key: string]: string }
    }
    readonly answer: {
      readonly additional_name?: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly can_link_lobby?: boolean
      readonly cleared?: ReadonlyArray<string>
      readonly id?: string
      readonly metadata?: { readonly [key: string]: string }
      readonly previous?: { readonly [key: string]: unknown }
    }
  }
  /** Create a lobby for the application's game, with members. Players cannot join or leave this lobby themselves. */
  readonly lobbies_create: {
    readonly input: {
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Seconds until an empty lobby closes: 5 to 604800 (7 days). */
      readonly idle_timeout_seconds?: number
      /** Up to 25 members. */
      readonly members?: ReadonlyArray<{
        readonly id: string
        readonly can_link_lobby?: boolean
        readonly metadata?: { readonly [key: string]: string }
      }>
      /** The game's texts by key, at most 1000 characters in total. */
      readonly metadata?: { readonly [key: string]: string }
      /** URL for webhook events, instead of the application's. */
      readonly override_event_webhooks_url?: string
    }
    readonly answer: {
      readonly id: string
      readonly application_id?: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly idle_timeout_seconds?: unknown
      readonly linked_channel?: { readonly id?: string; readonly name?: string }
      readonly members?: ReadonlyArray<DiscordLobbyMember>
      readonly metadata?: { readonly [key: string]: string }
      readonly override_event_webhooks_url?: string
    }
  }
  /** Create an invite for a lobby member to the guild of the lobby's linked channel. */
  readonly lobbies_create_invite: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** The user. */
      readonly user_id: string
    }
    readonly answer: DiscordLobbiesCreateInvite
  }
  /** Join the lobby with this secret, or create it. To choose the members use lobbies_create. */
  readonly lobbies_create_or_join: {
    readonly input: {
      /** The secret that joining players share, up to 250 characters. */
      readonly secret: string
      /** Seconds until an empty lobby closes: 5 to 604800 (7 days). */
      readonly idle_timeout_seconds?: number
      /** The game's texts by key, at most 1000 characters in total. */
      readonly lobby_metadata?: { readonly [key: string]: string }
      /** The game's texts by key, at most 1000 characters in total. */
      readonly member_metadata?: { readonly [key: string]: string }
    }
    readonly answer: {
      readonly id: string
      readonly application_id?: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly idle_timeout_seconds?: unknown
      readonly linked_channel?: { readonly id?: string; readonly name?: string }
      readonly lobby_metadata?: unknown
      readonly member_metadata?: unknown
      readonly members?: ReadonlyArray<DiscordLobbyMember>
      readonly metadata?: { readonly [key: string]: string }
      readonly override_event_webhooks_url?: string
      readonly previous?: { readonly [key: string]: unknown }
      readonly secret?: unknown
    }
  }
  /** Create an invite for the bot itself to the guild of the lobby's linked channel. */
  readonly lobbies_create_own_invite: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
    }
    readonly answer: DiscordLobbiesCreateInvite
  }
  /** Delete a lobby for all its members. */
  readonly lobbies_delete: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: DiscordLobbiesDelete
  }
  /** Get a lobby of the application's game: members and linked channel. */
  readonly lobbies_get: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly application_id?: string
      readonly id?: string
      readonly linked_channel?: { readonly id?: string; readonly name?: string }
      readonly members?: ReadonlyArray<DiscordLobbyMember>
      readonly metadata?: { readonly [key: string]: string }
      readonly override_event_webhooks_url?: string
    }
  }
  /** Leave a lobby, as the bot itself. */
  readonly lobbies_leave: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: DiscordLobbiesDelete
  }
  /** Link a lobby to a text channel, so that both share their messages, or unlink it. */
  readonly lobbies_link_channel: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** The text channel to link. */
      readonly channel_id?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"channel_id">
    }
    readonly answer: {
      readonly application_id?: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly id?: string
      readonly linked_channel?: { readonly id?: string; readonly name?: string }
      readonly members?: ReadonlyArray<DiscordLobbyMember>
      readonly metadata?: { readonly [key: string]: string }
      readonly override_event_webhooks_url?: string
      readonly previous?: { readonly [key: string]: unknown }
    }
  }
  /** List the latest messages of a lobby. */
  readonly lobbies_list_messages: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Number of messages, 1 to 200; 50 by default. */
      readonly limit?: number
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{
      readonly author?: DiscordUser
      readonly content?: string
      readonly id?: string
      readonly metadata?: { readonly [key: string]: string }
      readonly moderation_metadata?: { readonly [key: string]: string }
    }>
  }
  /** Change a lobby's metadata, members, idle timeout or events URL. members replaces the whole list. */
  readonly lobbies_modify: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"metadata" | "override_event_webhooks_url">
      /** Seconds until an empty lobby closes: 5 to 604800 (7 days). */
      readonly idle_timeout_seconds?: number
      /** Up to 25 members. */
      readonly members?: ReadonlyArray<{
        readonly id: string
        readonly can_link_lobby?: boolean
        readonly metadata?: { readonly [key: string]: string }
      }>
      /** The game's texts by key, at most 1000 characters in total. */
      readonly metadata?: { readonly [key: string]: string }
      /** URL for webhook events, instead of the application's. */
      readonly override_event_webhooks_url?: string
    }
    readonly answer: {
      readonly application_id?: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly id?: string
      readonly idle_timeout_seconds?: unknown
      readonly linked_channel?: { readonly id?: string; readonly name?: string }
      readonly members?: ReadonlyArray<DiscordLobbyMember>
      readonly metadata?: { readonly [key: string]: string }
      readonly override_event_webhooks_url?: string
      readonly previous?: { readonly [key: string]: unknown }
    }
  }
  /** Add, change or remove up to 25 members of a lobby at once. */
  readonly lobbies_modify_members: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** The members, 1 to 25. */
      readonly members: ReadonlyArray<{
        readonly id: string
        readonly additional_name?: string
        readonly can_link_lobby?: boolean
        readonly metadata?: { readonly [key: string]: string }
        readonly remove_member?: boolean
      }>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: {
      readonly items: ReadonlyArray<DiscordLobbyMember>
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly members?: unknown
      readonly next_cursor?: string
      readonly notice?: string
    }
  }
  /** Remove a member from a lobby. */
  readonly lobbies_remove_member: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** The user. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly lobby_id?: unknown
      readonly user_id?: unknown
    }
  }
  /** Send a message to a lobby and its linked channel. Without allowed_mentions, only mentioned users are pinged. */
  readonly lobbies_send_message: {
    readonly input: {
      /** The text, up to 2000 characters. */
      readonly content: string
      /** The lobby. */
      readonly lobby_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
    }
    readonly answer: {
      readonly id: string
      readonly allowed_mentions?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly author?: DiscordUser
      readonly cleared?: ReadonlyArray<string>
      readonly content?: string
      readonly length?: number
      readonly metadata?: { readonly [key: string]: string }
      readonly moderation_metadata?: { readonly [key: string]: string }
    }
  }
  /** Set the moderation metadata of a lobby message: what the game's own moderation found. */
  readonly lobbies_set_message_moderation: {
    readonly input: {
      /** The lobby. */
      readonly lobby_id: string
      /** Message id. */
      readonly message_id: string
      /** Moderation results: at most 5 texts by key. */
      readonly metadata: { readonly [key: string]: string }
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly lobby_id?: unknown
      readonly message_id?: unknown
      readonly metadata?: unknown
      readonly previous?: { readonly [key: string]: unknown }
    }
  }
  /** Run a plan of up to 50 tool calls, where steps use results of others. In args, {{find.items[*].id}} is the id of each item of step find; also {{find.items.length}}, and in for_each {{item.id}}, {{index}}. The plan is checked, and confirmed once, before its first step. */
  readonly mcp_pipeline: {
    readonly input: {
      /** The calls, in order. */
      readonly steps: ReadonlyArray<{
        readonly id: string
        readonly tool: string
        readonly args?: { readonly [key: string]: unknown }
        readonly for_each?: ReadonlyArray<unknown> | string
        readonly if?: string
        readonly on_error?: "continue" | "stop"
      }>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Calls at once; 8 by default, 1 in serial. */
      readonly max_concurrency?: number
      /** serial (default) or parallel. */
      readonly mode?: "parallel" | "serial"
      /** A template, or an object of them: the result. */
      readonly output?: string | { readonly [key: string]: unknown }
    }
    readonly answer: {
      readonly status: "failed" | "ok" | "partial"
      readonly steps: ReadonlyArray<DiscordNotDone>
      readonly notice?: string
      readonly output?: unknown
    }
  }
  /** Run any tool whose effect is destructive or cannot be undone. If a preview asks for __confirm, put it into args. */
  readonly mcp_tools_destructive: {
    readonly input: {
      /** The tool's name. */
      readonly tool: string
      /** The tool's own arguments. */
      readonly args?: { readonly [key: string]: unknown }
    }
    readonly answer: { readonly [key: string]: unknown }
  }
  /** Run any tool that only reads. */
  readonly mcp_tools_read: {
    readonly input: {
      /** The tool's name. */
      readonly tool: string
      /** The tool's own arguments. */
      readonly args?: { readonly [key: string]: unknown }
    }
    readonly answer: { readonly [key: string]: unknown }
  }
  /** Find tools by what you want to do: best matches first, one line each. With names: the whole schemas of these tools. Call a tool by name, or with mcp_tools_read, _write or _destructive. */
  readonly mcp_tools_search: {
    readonly input: {
      /** Only tools of this category, such as members. */
      readonly category?: string
      /** Number of matches. */
      readonly limit?: number
      /** Tools to show whole. */
      readonly names?: ReadonlyArray<string>
      /** What you want to do, such as: who is banned? */
      readonly query?: string
    }
    readonly answer: unknown
  }
  /** Run any tool that changes something without destroying it. */
  readonly mcp_tools_write: {
    readonly input: {
      /** The tool's name. */
      readonly tool: string
      /** The tool's own arguments. */
      readonly args?: { readonly [key: string]: unknown }
    }
    readonly answer: { readonly [key: string]: unknown }
  }
  /** Add a user to a guild with their OAuth2 access token for this bot's application, scope guilds.join. To let users join themselves use invites_create_channel. */
  readonly members_add: {
    readonly input: {
      /** The user's OAuth2 access token with scope guilds.join. */
      readonly access_token: string
      /** Guild id. */
      readonly guild_id: string
      /** User id. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Deafen the member in voice channels. */
      readonly deaf?: boolean
      /** Mute the member in voice channels. */
      readonly mute?: boolean
      /** The member's nickname. */
      readonly nick?: string
      /** Roles to give. */
      readonly roles?: ReadonlyArray<string>
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer:
      | {
          readonly access_token?: unknown
          readonly as_sent?: { readonly [key: string]: number }
          readonly boosting_since?: string
          readonly bot?: boolean
          readonly bypasses_verification?: boolean
          readonly cleared?: ReadonlyArray<string>
          readonly deaf?: unknown
          readonly guest?: boolean
          readonly id?: string
          readonly joined?: string
          readonly mute?: unknown
          readonly name?: string
          readonly nick?: string
          readonly pending?: boolean
          readonly previous?: { readonly [key: string]: unknown }
          readonly quarantined?: boolean
          readonly roles?: ReadonlyArray<string>
          readonly system?: boolean
          readonly timed_out_until?: string
          readonly username?: string
        }
      | {
          readonly already_member: true
          readonly done: true
          readonly access_token?: unknown
          readonly as_sent?: { readonly [key: string]: number }
          readonly cleared?: ReadonlyArray<string>
          readonly deaf?: unknown
          readonly mute?: unknown
          readonly nick?: unknown
          readonly previous?: { readonly [key: string]: unknown }
          readonly roles?: unknown
        }
  }
  /** Add a role to a member. The role must be below the bot's highest role. */
  readonly members_add_role: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Role id. */
      readonly role_id: string
      /** User id. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly guild_id?: unknown
      readonly previous?: { readonly [key: string]: unknown }
      readonly role_id?: unknown
      readonly user_id?: unknown
    }
  }
  /** Ban a user from a guild, member or not, and optionally delete recent messages. For many users use members_bulk_ban. */
  readonly members_ban: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** User id. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Delete messages of the last N seconds, up to 604800 (7 days); 0 by default. */
      readonly delete_message_seconds?: number
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly delete_message_seconds?: unknown
      readonly guild_id?: unknown
      readonly previous?: { readonly [key: string]: unknown }
      readonly user_id?: unknown
    }
  }
  /** Ban up to 200 users from a guild at once, and optionally delete their recent messages. */
  readonly members_bulk_ban: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The users, 1 to 200. */
      readonly user_ids: ReadonlyArray<string>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Delete messages of the last N seconds, up to 604800 (7 days); 0 by default. */
      readonly delete_message_seconds?: number
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly banned?: ReadonlyArray<string>
      readonly cleared?: ReadonlyArray<string>
      readonly delete_message_seconds?: unknown
      readonly failed?: ReadonlyArray<string>
      readonly user_ids?: unknown
    }
  }
  /** Get one member of a guild: nickname, roles, join date, timeout. */
  readonly members_get: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** User id. */
      readonly user_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordMember
  }
  /** Get the ban of one user, with its reason. Returns not found for a user who is not banned. */
  readonly members_get_ban: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** User id. */
      readonly user_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordBan
  }
  /** Get the bot itself as a member of a guild: nickname and roles. Sends two requests. */
  readonly members_get_current_user: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordMember
  }
  /** Kick a member from a guild. To keep them out use members_ban. */
  readonly members_kick: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** User id. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: DiscordMembersKick
  }
  /** List all or matching members of a guild, by user id. Needs the Server Members intent; members_search does not. */
  readonly members_list: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Only members with a higher user id. */
      readonly after?: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** From, ISO 8601. */
      readonly joined_after?: string
      /** ISO 8601. */
      readonly joined_before?: string
      /** Up to 1000; 100 by default. */
      readonly limit?: number
      /** Such as BAN_MEMBERS. */
      readonly permission?: DiscordPermission
      /** Has this role. */
      readonly role_id?: string
      /** joined: newest first. */
      readonly sort?: "joined"
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Lacks this role. */
      readonly without_role?: string
    }
    readonly answer: DiscordPage<DiscordMember>
  }
  /** List the bans of a guild with their reasons, ordered by user id. For one user use members_get_ban. */
  readonly members_list_bans: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Only users with a higher id than this one. */
      readonly after?: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 100 by default. */
      readonly limit?: number
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordBan>
  }
  /** Change a member: nickname, roles, timeout, voice channel, mute. roles replaces the whole list: for one role use members_add_role or members_remove_role. */
  readonly members_modify: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** User id. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Voice channel id to move to; clear disconnects. */
      readonly channel_id?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"channel_id" | "communication_disabled_until" | "nick">
      /** End of the timeout: ISO 8601 time with zone, at most 28 days ahead; clear ends it. */
      readonly communication_disabled_until?: string
      /** Server deafen; only while in voice. */
      readonly deaf?: boolean
      /** All flags from now on. */
      readonly flags?: ReadonlyArray<"bypasses_verification">
      /** Server mute; only while in voice. */
      readonly mute?: boolean
      /** Nickname; clear removes it. */
      readonly nick?: string
      /** Ids of all roles from now on; omitted ones are removed. */
      readonly roles?: ReadonlyArray<string>
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly boosting_since?: string
      readonly bot?: boolean
      readonly bypasses_verification?: boolean
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly communication_disabled_until?: unknown
      readonly deaf?: unknown
      readonly flags?: unknown
      readonly guest?: boolean
      readonly id?: string
      readonly joined?: string
      readonly mute?: unknown
      readonly name?: string
      readonly nick?: string
      readonly pending?: boolean
      readonly previous?: { readonly [key: string]: unknown }
      readonly quarantined?: boolean
      readonly roles?: ReadonlyArray<string>
      readonly system?: boolean
      readonly timed_out_until?: string
      readonly username?: string
    }
  }
  /** Change the bot's profile in one guild: nickname, avatar, banner, bio. */
  readonly members_modify_current: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The bot's avatar in this guild: {url}, {path} or {base64}. */
      readonly avatar?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** The bot's banner in this guild: {url}, {path} or {base64}. */
      readonly banner?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** The bot's bio in this guild. */
      readonly bio?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"avatar" | "banner" | "bio" | "nick">
      /** The bot's nickname in this guild. */
      readonly nick?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly avatar?: unknown
      readonly banner?: unknown
      readonly bio?: unknown
      readonly boosting_since?: string
      readonly bot?: boolean
      readonly bypasses_verification?: boolean
      readonly cleared?: ReadonlyArray<string>
      readonly guest?: boolean
      readonly id?: string
      readonly joined?: string
      readonly name?: string
      readonly nick?: string
      readonly pending?: boolean
      readonly previous?: { readonly [key: string]: unknown }
      readonly quarantined?: boolean
      readonly roles?: ReadonlyArray<string>
      readonly system?: boolean
      readonly timed_out_until?: string
      readonly username?: string
    }
  }
  /** Remove a role from a member. */
  readonly members_remove_role: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Role id. */
      readonly role_id: string
      /** User id. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly guild_id?: unknown
      readonly role_id?: unknown
      readonly user_id?: unknown
    }
  }
  /** Find members whose username or nickname starts with a text. */
  readonly members_search: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Start of the username or nickname. */
      readonly query: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** From, ISO 8601. */
      readonly joined_after?: string
      /** ISO 8601. */
      readonly joined_before?: string
      /** Number of members; 25 by default. */
      readonly limit?: number
      /** Such as BAN_MEMBERS. */
      readonly permission?: DiscordPermission
      /** Has this role. */
      readonly role_id?: string
      /** joined: newest first. */
      readonly sort?: "joined"
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Lacks this role. */
      readonly without_role?: string
    }
    readonly answer: DiscordPage<DiscordMember>
  }
  /** Time out (mute) a member: they cannot write, react or speak. Set minutes or until; minutes: 0 ends it. */
  readonly members_timeout: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The member. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Minutes from now, up to 40320 (28 days); 0 ends it. */
      readonly minutes?: number
      /** In place of minutes: ISO 8601 time with zone, at most 28 days ahead. */
      readonly until?: string
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly boosting_since?: string
      readonly bot?: boolean
      readonly bypasses_verification?: boolean
      readonly cleared?: ReadonlyArray<string>
      readonly guest?: boolean
      readonly id?: string
      readonly joined?: string
      readonly minutes?: unknown
      readonly name?: string
      readonly nick?: string
      readonly pending?: boolean
      readonly previous?: { readonly [key: string]: unknown }
      readonly quarantined?: boolean
      readonly roles?: ReadonlyArray<string>
      readonly system?: boolean
      readonly timed_out_until?: string
      readonly until?: unknown
      readonly username?: string
    }
  }
  /** Lift a user's ban, so that they can join again. */
  readonly members_unban: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** User id. */
      readonly user_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: DiscordMembersKick
  }
  /** Ask a person (DM) or a channel, and wait for the answer: a click on one of options, or a reply in words. Answers {status, answer: {value or text, by}}. status pending: the question stays open; get the answer later with asks_get. */
  readonly messages_ask: {
    readonly input: {
      /** Text in Discord's markdown. */
      readonly question: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Where to ask; or user_id. */
      readonly channel_id?: string
      /** How long it stays open; 24 by default. */
      readonly open_hours?: number
      /** Buttons; beyond 5 a menu. Without: a reply in words. */
      readonly options?: ReadonlyArray<{
        readonly label: string
        readonly style?: "blue" | "green" | "grey" | "red"
        readonly value?: string
      }>
      /** Members of this role may answer: the role is pinged. */
      readonly role_id?: string
      /** keep: tables stay pipes. */
      readonly tables?: "convert" | "keep"
      /** At most 3600, or 300 without progress; 50 by default. */
      readonly timeout_seconds?: number
      /** Whom to ask by DM; or channel_id. */
      readonly user_id?: string
      /** Who may answer, besides role_id: they are mentioned. Default: everybody in the channel. */
      readonly user_ids?: ReadonlyArray<string>
    }
    readonly answer: {
      readonly ask_id: string
      readonly channel_id: string
      readonly answer?: DiscordAnswer
      readonly as_sent?: { readonly [key: string]: number }
      readonly expires_at?: string
      readonly guild_id?: string
      readonly kind?: "approval" | "question"
      readonly message_id?: string
      readonly status?: "answered" | "cancelled" | "declined" | "expired" | "pending"
      readonly tool?: string
      readonly used?: boolean
    }
  }
  /** Delete 2 to 100 messages of a channel at once, permanently. None may be older than two weeks. */
  readonly messages_bulk_delete: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Message ids, 2 to 100. */
      readonly message_ids: ReadonlyArray<string>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly deleted: number
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly message_ids?: unknown
    }
  }
  /** What did I miss: read the new messages of all channels of a guild that the bot can view and of active threads, oldest first by channel. Begins 24 hours ago; next_cursor continues, also later. For one channel use messages_read. */
  readonly messages_catch_up: {
    readonly input: {
      /** In place of guild_id: these channels with their threads. */
      readonly channel_ids?: ReadonlyArray<string>
      /** next_cursor of the last call for the same channels: nothing is missed or repeated. */
      readonly cursor?: string
      /** All channels of this guild. */
      readonly guild_id?: string
      /** Messages in the result; 200 by default. */
      readonly limit?: number
      /** Only messages that mention the bot, or user_id: by name, role, @everyone or reply. */
      readonly mentions_only?: boolean
      /** Without cursor, sent since: ISO 8601 time with zone; 24 hours ago by default. */
      readonly since?: string
      /** Whose mentions are marked; the bot's by default. */
      readonly user_id?: string
    }
    readonly answer: {
      readonly channels: ReadonlyArray<{
        readonly channel_id: string
        readonly items: ReadonlyArray<{
          readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
          readonly attachments?: ReadonlyArray<DiscordAttachment>
          readonly author?: string
          readonly call?: { readonly ended?: string; readonly participants?: number }
          readonly components?: ReadonlyArray<string>
          readonly components_in_full?: unknown
          readonly content?: string
          readonly edited?: string
          readonly embeds?: ReadonlyArray<DiscordEmbedView>
          readonly embeds_suppressed?: boolean
          readonly forwarded?: DiscordForwarded
          readonly id?: string
          readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
          readonly interaction?: DiscordInteraction
          readonly jump_url?: string
          readonly kind?: string
          readonly length?: number
          readonly loading?: boolean
          readonly mention?: "direct" | "everyone" | "reply" | "role"
          readonly mentions?: { readonly [key: string]: string }
          readonly mentions_everyone?: boolean
          readonly pinned?: boolean
          readonly poll?: DiscordPollView
          readonly published?: boolean
          readonly reactions?: ReadonlyArray<DiscordReaction>
          readonly reference?: DiscordReferenceView
          readonly reply_to?: {
            readonly author?: string
            readonly content?: string
            readonly deleted?: boolean
            readonly id?: string
          }
          readonly silent?: boolean
          readonly source_deleted?: boolean
          readonly stickers?: ReadonlyArray<string>
          readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
          readonly thread?: { readonly id?: string; readonly name?: string }
          readonly time?: string
          readonly tts?: boolean
          readonly urgent?: boolean
          readonly voice_message?: boolean
          readonly webhook_id?: string
        }>
        readonly kind: string
        readonly authors?: ReadonlyArray<{ readonly bot?: true; readonly id?: string; readonly name?: string }>
        readonly jump_url?: string
        readonly name?: string
        readonly parent?: { readonly id: string; readonly name?: string }
      }>
      readonly next_cursor: string
      readonly failed?: ReadonlyArray<
        | { readonly channel_id: string; readonly code: string }
        | {
            readonly channel_id: string
            readonly code: string
            readonly message: string
            readonly recovery_hint: string
            readonly name?: string
          }
      >
      readonly left?: {
        readonly channels: number
        readonly items: ReadonlyArray<{
          readonly channel_id: string
          readonly messages_at_least?: number
          readonly name?: string
        }>
      }
      readonly more?: true
      readonly newest?: { readonly channel_id: string; readonly time: string; readonly name?: string }
      readonly notice?: string
    }
  }
  /** Count the messages of a channel or thread by author or by day. Authors with most come first; days are UTC. Reads the newest up to limit. Says how many it read, from when to when, and whether that is all. Threads of a channel are not included. */
  readonly messages_count: {
    readonly input: {
      /** Count for each author or each day. */
      readonly by: "author" | "day"
      /** Channel or thread id. */
      readonly channel_id: string
      /** How many messages to read; 1000 by default. */
      readonly limit?: number
      /** Sent since: ISO 8601 time. */
      readonly since?: string
      /** Sent until: ISO 8601 time. */
      readonly until?: string
    }
    readonly answer:
      | {
          readonly authors: ReadonlyArray<{
            readonly author: { readonly [key: string]: unknown }
            readonly messages: number
          }>
          readonly by: "author" | "day"
          readonly complete: boolean
          readonly messages: number
          readonly newest?: string
          readonly oldest?: string
          readonly other_authors?: { readonly authors: number; readonly messages: number }
          readonly system_messages?: number
        }
      | {
          readonly by: "author" | "day"
          readonly complete: boolean
          readonly days: ReadonlyArray<{ readonly day: string; readonly messages: number }>
          readonly messages: number
          readonly newest?: string
          readonly oldest?: string
          readonly system_messages?: number
        }
  }
  /** Start a thread from a message. Without a message use channels_create_thread. */
  readonly messages_create_thread: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Message id. */
      readonly message_id: string
      /** Name. */
      readonly name: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Thread: minutes until archived: 60, 1440, 4320 or 10080. */
      readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
      /** Slow mode: 0 to 21600 seconds. */
      readonly rate_limit_per_user?: number
    }
    readonly answer: DiscordChannelsCreateGuildChannel
  }
  /** Publish a message of an announcement channel to all channels that follow it. */
  readonly messages_crosspost: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Message id. */
      readonly message_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: DiscordMessagesCrosspost
  }
  /** Delete one message permanently; another user's requires MANAGE_MESSAGES. For many messages use messages_bulk_delete. */
  readonly messages_delete: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Message id. */
      readonly message_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: DiscordMessagesDelete
  }
  /** Edit a message that the bot sent. Omitted fields stay. */
  readonly messages_edit: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Message id. */
      readonly message_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** Component tree, as in components_v2_send. */
      readonly components?: ReadonlyArray<DiscordTopLevelComponent>
      /** The new text; "" removes it. */
      readonly content?: string
      /** Up to 10 embeds. Up to 6000 characters in all. */
      readonly embeds?: ReadonlyArray<DiscordEmbed>
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Message flags. */
      readonly flags?: ReadonlyArray<"is_components_v2" | "suppress_embeds">
      /** Ids of attachments to keep, others are removed; required with files. */
      readonly keep_attachments?: ReadonlyArray<string>
    }
    readonly answer: DiscordInteractionsEditFollowup
  }
  /** Forward a message to another channel or thread, as it is now. Not for polls, calls or system messages. To add a text use messages_send. */
  readonly messages_forward: {
    readonly input: {
      /** The channel or thread of the message. */
      readonly channel_id: string
      /** Message id. */
      readonly message_id: string
      /** The channel or thread that receives it. */
      readonly to: string
    }
    readonly answer: {
      readonly id: string
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly as_sent?: { readonly [key: string]: number }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly content?: string
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly forwarded?: DiscordForwarded
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly parts?: ReadonlyArray<DiscordPart>
      readonly pinned?: boolean
      readonly poll?: DiscordPollView
      readonly published?: boolean
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }
  }
  /** Get one message by its id. For the latest messages of a channel use messages_read. */
  readonly messages_get: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Message id. */
      readonly message_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordMessage
  }
  /** List the pinned messages of a channel or thread, most recently pinned first. */
  readonly messages_list_pins: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 50 by default. */
      readonly limit?: number
      /** Pinned since: ISO 8601 time. */
      readonly since?: string
      /** Pinned until: ISO 8601 time. */
      readonly until?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly content?: string
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly forwarded?: DiscordForwarded
      readonly id?: string
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly pinned?: boolean
      readonly pinned_at?: string
      readonly poll?: DiscordPollView
      readonly published?: boolean
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }>
  }
  /** Pin a message in its channel or thread. */
  readonly messages_pin: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Message id. */
      readonly message_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly message_id?: unknown
      readonly previous?: { readonly [key: string]: unknown }
    }
  }
  /** Read the messages of a channel or thread, newest first; oldest first with after. For one use messages_get, to find words messages_search. */
  readonly messages_read: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Newer than this message id. */
      readonly after?: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** Around this message id. */
      readonly around?: string
      /** Older than this message id. */
      readonly before?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 50 by default. */
      readonly limit?: number
      /** Sent since: ISO 8601 time. */
      readonly since?: string
      /** Sent until: ISO 8601 time. */
      readonly until?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly items: ReadonlyArray<{
        readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
        readonly attachments?: ReadonlyArray<DiscordAttachment>
        readonly author?: string
        readonly call?: { readonly ended?: string; readonly participants?: number }
        readonly components?: ReadonlyArray<string>
        readonly components_in_full?: unknown
        readonly content?: string
        readonly edited?: string
        readonly embeds?: ReadonlyArray<DiscordEmbedView>
        readonly embeds_suppressed?: boolean
        readonly forwarded?: DiscordForwarded
        readonly id?: string
        readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
        readonly interaction?: DiscordInteraction
        readonly jump_url?: string
        readonly kind?: string
        readonly length?: number
        readonly loading?: boolean
        readonly mentions?: { readonly [key: string]: string }
        readonly mentions_everyone?: boolean
        readonly pinned?: boolean
        readonly poll?: DiscordPollView
        readonly published?: boolean
        readonly reactions?: ReadonlyArray<DiscordReaction>
        readonly reference?: DiscordReferenceView
        readonly reply_to?: {
          readonly author?: string
          readonly content?: string
          readonly deleted?: boolean
          readonly id?: string
        }
        readonly silent?: boolean
        readonly source_deleted?: boolean
        readonly stickers?: ReadonlyArray<string>
        readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
        readonly thread?: { readonly id?: string; readonly name?: string }
        readonly time?: string
        readonly tts?: boolean
        readonly urgent?: boolean
        readonly voice_message?: boolean
        readonly webhook_id?: string
      }>
      readonly authors?: ReadonlyArray<{ readonly bot?: true; readonly id?: string; readonly name?: string }>
      readonly channel_id?: string
      readonly jump_url?: string
      readonly next_cursor?: string
      readonly notice?: string
    }
  }
  /** Search all messages of a guild by words, author, channel, time or content type, newest first. For an exact text in one channel use messages_search_recent. */
  readonly messages_search: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** Extensions of files, such as pdf. */
      readonly attachment_extension?: ReadonlyArray<string>
      /** Author ids. */
      readonly author_id?: ReadonlyArray<string>
      /** user, bot or webhook; prefix - excludes. */
      readonly author_type?: ReadonlyArray<"-bot" | "-user" | "-webhook" | "bot" | "user" | "webhook">
      /** Channel ids. */
      readonly channel_id?: ReadonlyArray<string>
      /** Words in the text. */
      readonly content?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Contents: link, embed, file, image, video, sound, sticker, poll, snapshot; prefix - excludes. */
      readonly has?: ReadonlyArray<
        | "-embed"
        | "-file"
        | "-image"
        | "-link"
        | "-poll"
        | "-snapshot"
        | "-sound"
        | "-sticker"
        | "-video"
        | "embed"
        | "file"
        | "image"
        | "link"
        | "poll"
        | "snapshot"
        | "sound"
        | "sticker"
        | "video"
      >
      /** Age-restricted channels too. */
      readonly include_nsfw?: boolean
      /** Up to 1000; 25 by default. */
      readonly limit?: number
      /** Hosts of links, such as example.com. */
      readonly link_hostname?: ReadonlyArray<string>
      /** Older than this message id. */
      readonly max_id?: string
      /** Whether @everyone or @here is mentioned. */
      readonly mention_everyone?: boolean
      /** Ids of mentioned users. */
      readonly mentions?: ReadonlyArray<string>
      /** Ids of mentioned roles. */
      readonly mentions_role_id?: ReadonlyArray<string>
      /** Newer than this message id. */
      readonly min_id?: string
      /** Whether pinned. */
      readonly pinned?: boolean
      /** Ids of replied-to users. */
      readonly replied_to_user_id?: ReadonlyArray<string>
      /** Sent since: ISO 8601 time. */
      readonly since?: string
      /** Default timestamp. */
      readonly sort_by?: "relevance" | "timestamp"
      /** Default desc: newest first. */
      readonly sort_order?: "asc" | "desc"
      /** Sent until: ISO 8601 time. */
      readonly until?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly channel_name?: string
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly content?: string
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly forwarded?: DiscordForwarded
      readonly id?: string
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly parent_name?: string
      readonly pinned?: boolean
      readonly poll?: DiscordPollView
      readonly published?: boolean
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }>
  }
  /** Scan the latest messages of a channel or thread for an exact text. For a whole guild or old messages use messages_search. */
  readonly messages_search_recent: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** The text to find; case does not matter. */
      readonly query: string
      /** Only messages newer than this one. */
      readonly after?: string
      /** Only messages older than this one. */
      readonly before?: string
      /** next_cursor of an earlier scan; continues further back. */
      readonly cursor?: string
      /** How many messages to scan; 300 by default. */
      readonly limit?: number
      /** Sent since: ISO 8601 time. */
      readonly since?: string
      /** Sent until: ISO 8601 time. */
      readonly until?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly items: ReadonlyArray<DiscordMessage>
      readonly scanned: number
      readonly next_cursor?: string
      readonly notice?: string
      readonly oldest?: string
    }
  }
  /** Send a message to a channel or thread, or reply to one. */
  readonly messages_send: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** Rows {type: 1, components} of buttons {type: 2, style: 1-4, label, custom_id} or {type: 2, style: 5, label, url}, or a menu {type: 3, custom_id, options: [{label, value}]}. Layouts: components_v2_send. */
      readonly components?: ReadonlyArray<DiscordTopLevelComponent>
      /** Text in Discord's markdown. */
      readonly content?: string
      /** Up to 10 embeds. Up to 6000 characters in all. */
      readonly embeds?: ReadonlyArray<DiscordEmbed>
      /** false: send even if reply_to is gone. */
      readonly fail_if_not_exists?: boolean
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Message flags. */
      readonly flags?: ReadonlyArray<DiscordFlagsFlag>
      /** With split: first part to send. */
      readonly from_part?: number
      /** A poll; it cannot be changed. */
      readonly poll?: DiscordPoll
      /** Id of the message to reply to. */
      readonly reply_to?: string
      /** Needed above 2000 characters: sends several messages. */
      readonly split?: boolean
      /** Up to 3 sticker ids. */
      readonly sticker_ids?: ReadonlyArray<string>
      /** keep: tables stay pipes. */
      readonly tables?: "convert" | "keep"
      /** Read aloud. */
      readonly tts?: boolean
    }
    readonly answer: {
      readonly id: string
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly allowed_mentions?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly content?: string
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly files?: unknown
      readonly flags?: unknown
      readonly forwarded?: DiscordForwarded
      readonly from_part?: unknown
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly parts?: ReadonlyArray<DiscordPart>
      readonly pinned?: boolean
      readonly poll?: DiscordPollView
      readonly published?: boolean
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly split?: unknown
      readonly sticker_ids?: unknown
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }
  }
  /** Send the text of a file, such as a Markdown document, as one or several messages, split before headings, then between paragraphs. At most 20000 characters. To attach a file use messages_send {files}. */
  readonly messages_send_text_file: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Path of a text file inside MCP_FILES_DIR. */
      readonly file: string
      /** With split: first part to send. */
      readonly from_part?: number
      /** keep: tables stay pipes. */
      readonly tables?: "convert" | "keep"
    }
    readonly answer: {
      readonly file: string
      readonly id: string
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly as_sent?: { readonly [key: string]: number }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly forwarded?: DiscordForwarded
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly parts?: ReadonlyArray<DiscordPart>
      readonly pinned?: boolean
      readonly poll?: DiscordPollView
      readonly published?: boolean
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }
  }
  /** Unpin a message in its channel or thread. The message itself stays. */
  readonly messages_unpin: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Message id. */
      readonly message_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: DiscordMessagesDelete
  }
  /** View a file of a message: a picture at most 1,024 px wide, a text file as text, speech as text if set up, any file with a link that works now. */
  readonly messages_view_attachment: {
    readonly input: {
      /** The channel or thread of the message. */
      readonly channel_id: string
      /** Message id. */
      readonly message_id: string
      /** next_cursor of the previous part of a long text. */
      readonly cursor?: string
      /** Which file: attachments, then embeds, then components; 0 by default. */
      readonly index?: number
      /** Save it in MCP_FILES_DIR instead. */
      readonly save?: boolean
    }
    readonly answer: {
      readonly count: number
      readonly file: { readonly [key: string]: unknown }
      readonly index: number
      readonly next_cursor?: string
      readonly saved?: { readonly bytes: number; readonly path: string }
      readonly text?: string
      readonly transcript?: string
    }
  }
  /** Get the onboarding of a Community guild: questions and default channels. */
  readonly onboarding_get: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly default_channel_ids?: ReadonlyArray<string>
      readonly enabled?: boolean
      readonly mode?: string
      readonly prompts?: ReadonlyArray<DiscordPrompt>
    }
  }
  /** Change the onboarding of a Community guild. prompts and default_channel_ids replace the whole lists: call onboarding_get first. */
  readonly onboarding_modify: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Replaces the channels that every new member sees: at least 7, 5 of them writable for @everyone. */
      readonly default_channel_ids?: ReadonlyArray<string>
      /** Enable onboarding. */
      readonly enabled?: boolean
      /** Which channels count as the required 7. default: only default channels; advanced: channels of options, too. */
      readonly mode?: "advanced" | "default"
      /** All questions, as onboarding_get returns them. Omit id for a new one. */
      readonly prompts?: ReadonlyArray<{
        readonly options: ReadonlyArray<{
          readonly title: string
          readonly channel_ids?: ReadonlyArray<string>
          readonly description?: string
          readonly emoji?: string
          readonly id?: string
          readonly role_ids?: ReadonlyArray<string>
        }>
        readonly title: string
        readonly id?: string
        readonly in_onboarding?: boolean
        readonly required?: boolean
        readonly single_select?: boolean
        readonly type?: "dropdown" | "multiple_choice"
      }>
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly default_channel_ids?: ReadonlyArray<string>
      readonly enabled?: boolean
      readonly mode?: string
      readonly previous?: { readonly [key: string]: unknown }
      readonly prompts?: ReadonlyArray<DiscordPrompt>
    }
  }
  /** Audit who can do what in a channel or in all channels: which roles can view it, send in it and manage it, and which permission overwrites differ from its category. Without channel_id, audit all channels: where everyone, or a role, can do what. For one user use permissions_explain. */
  readonly permissions_audit_channel: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Actions to audit; all by default. */
      readonly actions?: ReadonlyArray<"manage_channel" | "send_messages" | "view_channel">
      /** Channel or thread id; omitted: all channels. */
      readonly channel_id?: string
      /** In place of actions: permissions, such as CONNECT. */
      readonly permissions?: ReadonlyArray<DiscordPermission>
      /** Without channel_id: the role; omitted: everyone. */
      readonly role_id?: string
    }
    readonly answer:
      | {
          readonly channel: { readonly id: string; readonly name?: string }
          readonly everyone: { readonly can: ReadonlyArray<string> }
          readonly roles: ReadonlyArray<{
            readonly can: ReadonlyArray<string>
            readonly id: string
            readonly name?: string
          }>
          readonly roles_as_everyone: number
          readonly category?: { readonly id: string; readonly name?: string }
          readonly differs?: ReadonlyArray<{
            readonly allow: ReadonlyArray<DiscordPermission>
            readonly deny: ReadonlyArray<DiscordPermission>
            readonly id: string
            readonly kind: string
            readonly in_category?: {
              readonly allow: ReadonlyArray<DiscordPermission>
              readonly deny: ReadonlyArray<DiscordPermission>
            }
            readonly name?: string
          }>
          readonly members?: ReadonlyArray<DiscordPermissionsAuditChannelMember>
          readonly only_in_category?: ReadonlyArray<DiscordPermissionsAuditChannelMember>
          readonly overwrites_of?: { readonly id: string; readonly name?: string }
          readonly synced?: boolean
        }
      | {
          readonly groups: ReadonlyArray<{
            readonly can: ReadonlyArray<string>
            readonly channels: ReadonlyArray<{ readonly id: string; readonly name?: string }>
            readonly count: number
          }>
          readonly role: { readonly id: string; readonly name?: string }
        }
  }
  /** Explain whether the bot, a user or a role may do something, and why. */
  readonly permissions_explain: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Action, in place of permissions. */
      readonly action?:
        | "assign_role"
        | "ban_member"
        | "kick_member"
        | "manage_channel"
        | "remove_role"
        | "send_messages"
        | "timeout_member"
        | "view_channel"
      /** Channel or thread id; omitted: the whole guild. */
      readonly channel_id?: string
      /** Permissions, such as SEND_MESSAGES. */
      readonly requested_permissions?: ReadonlyArray<DiscordPermission>
      /** Role id, as of a member with no other role. */
      readonly role_id?: string
      /** For assign_role, remove_role. */
      readonly target_role_id?: string
      /** For kick_member, ban_member, timeout_member. */
      readonly target_user_id?: string
      /** User id; without it and role_id, the bot. */
      readonly user_id?: string
    }
    readonly answer: {
      readonly decisions: ReadonlyArray<{
        readonly allowed: boolean
        readonly permissions: ReadonlyArray<DiscordPermission>
        readonly rule:
          | "administrator"
          | "everyone"
          | "everyone_overwrite"
          | "hidden"
          | "implied"
          | "member_overwrite"
          | "not_granted"
          | "owner"
          | "role"
          | "role_overwrite"
          | "timeout"
        readonly by?: ReadonlyArray<{ readonly id: string; readonly name?: string }>
        readonly goes_by?: DiscordPermission
      }>
      readonly subject:
        | { readonly id: string; readonly kind: "bot" | "user"; readonly name?: string }
        | { readonly id: string; readonly kind: "role"; readonly name?: string }
      readonly allowed?: boolean
      readonly missing?: ReadonlyArray<DiscordPermission>
      readonly obstacle?: string
      readonly recovery_hint?: string
    }
  }
  /** Create a poll in a channel or thread. To end it early use polls_end. */
  readonly polls_create: {
    readonly input: {
      /** 2 to 10 answers. */
      readonly answers: ReadonlyArray<string | { readonly text: string; readonly emoji?: string }>
      /** Channel or thread id. */
      readonly channel_id: string
      /** Question. */
      readonly question: string
      /** Text in Discord's markdown. */
      readonly content?: string
      /** Hours until it ends, 1 to 768; 24 by default. */
      readonly duration_hours?: number
      /** Several answers per user; false by default. */
      readonly multiple_choice?: boolean
    }
    readonly answer: {
      readonly id: string
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly answers?: unknown
      readonly as_sent?: { readonly [key: string]: number }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly content?: string
      readonly duration_hours?: unknown
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly forwarded?: DiscordForwarded
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly multiple_choice?: unknown
      readonly parts?: ReadonlyArray<DiscordPart>
      readonly pinned?: boolean
      readonly poll?: DiscordPollView
      readonly published?: boolean
      readonly question?: unknown
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }
  }
  /** End a poll that the bot sent, immediately. */
  readonly polls_end: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** The message with the poll. */
      readonly message_id: string
    }
    readonly answer: DiscordMessagesCrosspost
  }
  /** List the users who chose one answer of a poll. For answer ids and votes use messages_get. */
  readonly polls_get_voters: {
    readonly input: {
      /** The answer's id, from 1: messages_get lists them. */
      readonly answer_id: number
      /** Channel or thread id. */
      readonly channel_id: string
      /** The message with the poll. */
      readonly message_id: string
      /** Only users with a higher id than this one. */
      readonly after?: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 25 by default. */
      readonly limit?: number
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordUser>
  }
  /** Set the bot's status and the text below its name, until the process ends. Needs live events. People see it within 4 seconds. */
  readonly presence_set: {
    readonly input: {
      /** The status; invisible looks offline. */
      readonly status: "dnd" | "idle" | "invisible" | "online"
      /** The text below the name; omitted: none. */
      readonly text?: string
    }
    readonly answer: {
      readonly done: boolean
      readonly status: "dnd" | "idle" | "invisible" | "online"
      readonly as_sent?: { readonly [key: string]: number }
      readonly text?: string
    }
  }
  /** React to a message with an emoji. */
  readonly reactions_create: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** The emoji: 👍, name:id or <:name:id>. */
      readonly emoji: string
      /** Message id. */
      readonly message_id: string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly emoji?: unknown
      readonly message_id?: unknown
      readonly previous?: { readonly [key: string]: unknown }
    }
  }
  /** Remove all reactions from a message. For reactions with one emoji use reactions_delete_emoji. */
  readonly reactions_delete_all: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** Message id. */
      readonly message_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: DiscordMessagesDelete
  }
  /** Remove all reactions with one emoji from a message. */
  readonly reactions_delete_emoji: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** The emoji: 👍, name:id or <:name:id>. */
      readonly emoji: string
      /** Message id. */
      readonly message_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: DiscordReactionsDeleteEmoji
  }
  /** Remove the bot's own reaction from a message. */
  readonly reactions_delete_own: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** The emoji: 👍, name:id or <:name:id>. */
      readonly emoji: string
      /** Message id. */
      readonly message_id: string
    }
    readonly answer: DiscordReactionsDeleteEmoji
  }
  /** Remove one user's reaction from a message. */
  readonly reactions_delete_user: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** The emoji: 👍, name:id or <:name:id>. */
      readonly emoji: string
      /** Message id. */
      readonly message_id: string
      /** The user whose reaction to remove. */
      readonly user_id: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly emoji?: unknown
      readonly message_id?: unknown
      readonly user_id?: unknown
    }
  }
  /** List the users who reacted to a message with one emoji. For reaction counts use messages_get. */
  readonly reactions_list: {
    readonly input: {
      /** Channel or thread id. */
      readonly channel_id: string
      /** The emoji: 👍, name:id or <:name:id>. */
      readonly emoji: string
      /** Message id. */
      readonly message_id: string
      /** Only users with a higher id than this one. */
      readonly after?: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 25 by default. */
      readonly limit?: number
      /** normal (default), or burst: a super reaction. */
      readonly type?: "burst" | "normal"
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordUser>
  }
  /** Create a role. Without permissions it gets those of @everyone. The bot can grant only permissions that it has itself. */
  readonly roles_create: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The colour (0 for none), as a number: 0xRRGGBB. */
      readonly color?: number
      /** A gradient in place of color, if the guild has ENHANCED_ROLE_COLORS. */
      readonly colors?: {
        readonly primary_color: number
        readonly secondary_color?: number
        readonly tertiary_color?: number
      }
      /** Show members separately. */
      readonly hoist?: boolean
      /** Image shown with the name. */
      readonly icon?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Everyone can mention it. */
      readonly mentionable?: boolean
      /** The role's name. */
      readonly name?: string
      /** Replaces all permissions of the role, such as SEND_MESSAGES. */
      readonly permissions?: ReadonlyArray<string>
      /** Emoji shown with the name. */
      readonly unicode_emoji?: string
    }
    readonly answer:
      | {
          readonly colors: {
            readonly primary_color: number
            readonly secondary_color?: number
            readonly tertiary_color?: number
          }
          readonly id: string
          readonly as_sent?: { readonly [key: string]: number }
          readonly boosters?: true
          readonly bot_id?: string
          readonly cleared?: ReadonlyArray<string>
          readonly color?: unknown
          readonly hoist?: boolean
          readonly icon?: unknown
          readonly managed?: boolean
          readonly mentionable?: boolean
          readonly name?: string
          readonly permissions?: ReadonlyArray<string>
          readonly position?: number
          readonly unicode_emoji?: string
        }
      | {
          readonly id: string
          readonly as_sent?: { readonly [key: string]: number }
          readonly boosters?: true
          readonly bot_id?: string
          readonly cleared?: ReadonlyArray<string>
          readonly color?: number
          readonly colors?: unknown
          readonly hoist?: boolean
          readonly icon?: unknown
          readonly managed?: boolean
          readonly mentionable?: boolean
          readonly name?: string
          readonly permissions?: ReadonlyArray<string>
          readonly position?: number
          readonly unicode_emoji?: string
        }
  }
  /** Delete a role permanently. All members lose it. */
  readonly roles_delete: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Role id. */
      readonly role_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly guild_id?: unknown
      readonly role_id?: unknown
    }
  }
  /** Get one role by id: colour, position, permissions. */
  readonly roles_get: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Role id. */
      readonly role_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordRole
  }
  /** List all roles of a guild with permissions, highest first. For member counts use roles_member_counts. */
  readonly roles_list: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordRole>
  }
  /** Count the members of each role, most first. @everyone is not counted. */
  readonly roles_member_counts: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{ readonly members: number; readonly role_id: string }>
  }
  /** Change a role below the bot's highest role. permissions replaces the whole list, except bits without a name: call roles_get first. For the position use roles_modify_positions. */
  readonly roles_modify: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** Role id. */
      readonly role_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"icon" | "unicode_emoji">
      /** The colour (0 for none), as a number: 0xRRGGBB. */
      readonly color?: number
      /** A gradient in place of color, if the guild has ENHANCED_ROLE_COLORS. */
      readonly colors?: {
        readonly primary_color: number
        readonly secondary_color?: number
        readonly tertiary_color?: number
      }
      /** Show members separately. */
      readonly hoist?: boolean
      /** Image shown with the name. */
      readonly icon?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Everyone can mention it. */
      readonly mentionable?: boolean
      /** The role's name. */
      readonly name?: string
      /** Replaces all permissions of the role, such as SEND_MESSAGES. */
      readonly permissions?: ReadonlyArray<string>
      /** Emoji shown with the name. */
      readonly unicode_emoji?: string
    }
    readonly answer:
      | {
          readonly as_sent?: { readonly [key: string]: number }
          readonly boosters?: true
          readonly bot_id?: string
          readonly cleared?: ReadonlyArray<string>
          readonly color?: number
          readonly colors?: unknown
          readonly hoist?: boolean
          readonly icon?: unknown
          readonly id?: string
          readonly managed?: boolean
          readonly mentionable?: boolean
          readonly name?: string
          readonly permissions?: ReadonlyArray<string>
          readonly position?: number
          readonly previous?: { readonly [key: string]: unknown }
          readonly unicode_emoji?: string
        }
      | {
          readonly colors: {
            readonly primary_color: number
            readonly secondary_color?: number
            readonly tertiary_color?: number
          }
          readonly as_sent?: { readonly [key: string]: number }
          readonly boosters?: true
          readonly bot_id?: string
          readonly cleared?: ReadonlyArray<string>
          readonly color?: unknown
          readonly hoist?: boolean
          readonly icon?: unknown
          readonly id?: string
          readonly managed?: boolean
          readonly mentionable?: boolean
          readonly name?: string
          readonly permissions?: ReadonlyArray<string>
          readonly position?: number
          readonly previous?: { readonly [key: string]: unknown }
          readonly unicode_emoji?: string
        }
  }
  /** Move roles above or below another role, or to a position. They must be below the bot's highest role. Shows the order after it. */
  readonly roles_modify_positions: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The roles to move. */
      readonly positions: ReadonlyArray<{
        readonly id: string
        readonly above?: string
        readonly below?: string
        readonly position?: number
      }>
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly items: ReadonlyArray<{ readonly id?: string; readonly name?: string; readonly position?: number }>
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly positions?: unknown
      readonly previous?: { readonly [key: string]: unknown }
    }
  }
  /** List the SKUs of an application: its products. For their owners use entitlements_list. */
  readonly skus_list: {
    readonly input: {
      /** Another than the bot's own. */
      readonly application_id?: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{
      readonly flags?: ReadonlyArray<string>
      readonly id?: string
      readonly kind?: string
      readonly name?: string
    }>
  }
  /** Add a sound to a guild's soundboard: MP3 or Ogg, at most 512 KiB and 5.2 seconds. */
  readonly soundboard_create_guild_sound: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The name, 2 to 32 characters. */
      readonly name: string
      /** The sound file: {url}, {path} or {base64}. */
      readonly sound: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Custom emoji of the guild, shown on the sound. */
      readonly emoji_id?: string
      /** Standard emoji shown on the sound: the character itself. */
      readonly emoji_name?: string
      /** Volume from 0 to 1; 1 by default. */
      readonly volume?: number
    }
    readonly answer: {
      readonly sound_id: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly emoji_id?: string
      readonly emoji_name?: string
      readonly guild_id?: string
      readonly name?: string
      readonly sound?: unknown
      readonly unavailable?: boolean
      readonly user?: DiscordUser
      readonly volume?: number
    }
  }
  /** Delete a sound from a guild's soundboard permanently. */
  readonly soundboard_delete_guild_sound: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The sound. */
      readonly sound_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly guild_id?: unknown
      readonly sound_id?: unknown
    }
  }
  /** Get one sound of a guild's soundboard. */
  readonly soundboard_get_guild_sound: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The sound. */
      readonly sound_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordSound
  }
  /** List Discord's default sounds, which can be played in every guild. */
  readonly soundboard_list_default_sounds: {
    readonly input: {
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordSound>
  }
  /** List the sounds of a guild's soundboard. */
  readonly soundboard_list_guild_sounds: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordSound>
  }
  /** Change the name, volume or emoji of a guild sound. The sound file cannot be changed. */
  readonly soundboard_modify_guild_sound: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The sound. */
      readonly sound_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"emoji_id" | "emoji_name">
      /** Custom emoji of the guild, shown on the sound. */
      readonly emoji_id?: string
      /** Standard emoji shown on the sound: the character itself. */
      readonly emoji_name?: string
      /** The name, 2 to 32 characters. */
      readonly name?: string
      /** Volume from 0 to 1. */
      readonly volume?: number
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly emoji_id?: string
      readonly emoji_name?: string
      readonly guild_id?: string
      readonly name?: string
      readonly previous?: { readonly [key: string]: unknown }
      readonly sound_id?: string
      readonly unavailable?: boolean
      readonly user?: DiscordUser
      readonly volume?: number
    }
  }
  /** Play a sound in a voice channel the bot is connected to. The bot must not be muted or deafened there. */
  readonly soundboard_send_sound: {
    readonly input: {
      /** The voice channel. */
      readonly channel_id: string
      /** The sound. */
      readonly sound_id: string
      /** The guild of the sound; omit for the channel's own guild or a default sound. */
      readonly source_guild_id?: string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly sound_id?: unknown
      readonly source_guild_id?: unknown
    }
  }
  /** Start a live stage in a stage channel. To schedule one for later use events_create. */
  readonly stage_instances_create: {
    readonly input: {
      /** The stage channel. */
      readonly channel_id: string
      /** The stage's topic. */
      readonly topic: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The scheduled event that the stage belongs to. */
      readonly guild_scheduled_event_id?: string
      /** Ping @everyone when the stage starts; false by default. */
      readonly send_start_notification?: boolean
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly id: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly event_id?: string
      readonly guild_id?: string
      readonly guild_scheduled_event_id?: unknown
      readonly send_start_notification?: unknown
      readonly topic?: string
    }
  }
  /** End a live stage for everyone. The channel stays. */
  readonly stage_instances_delete: {
    readonly input: {
      /** The stage channel. */
      readonly channel_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: unknown
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
    }
  }
  /** Get the live stage of a stage channel. Returns not found if the stage is not live. */
  readonly stage_instances_get: {
    readonly input: {
      /** The stage channel. */
      readonly channel_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly channel_id?: string
      readonly event_id?: string
      readonly guild_id?: string
      readonly id?: string
      readonly topic?: string
    }
  }
  /** Change the topic of a live stage. */
  readonly stage_instances_modify: {
    readonly input: {
      /** The stage channel. */
      readonly channel_id: string
      /** The stage's topic. */
      readonly topic: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly event_id?: string
      readonly guild_id?: string
      readonly id?: string
      readonly previous?: { readonly [key: string]: unknown }
      readonly topic?: string
    }
  }
  /** Upload a sticker to a guild: PNG, APNG or GIF, 320 × 320 pixels, at most 512 KiB. */
  readonly stickers_create_guild_sticker: {
    readonly input: {
      /** The image: {url}, {path} or {base64}. */
      readonly file: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Guild id. */
      readonly guild_id: string
      /** The name, 2 to 30 characters. */
      readonly name: string
      /** Words for which Discord suggests the sticker, such as the name of an emoji; at most 200 characters. */
      readonly tags: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The description: empty, or 2 to 100 characters. */
      readonly description?: string
    }
    readonly answer: {
      readonly id: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly description?: string
      readonly file?: unknown
      readonly format?: string
      readonly guild_id?: string
      readonly name?: string
      readonly pack_id?: string
      readonly tags?: string
      readonly unavailable?: boolean
      readonly user?: DiscordUser
    }
  }
  /** Delete a sticker of a guild permanently. */
  readonly stickers_delete_guild_sticker: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The sticker. */
      readonly sticker_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly guild_id?: unknown
      readonly sticker_id?: unknown
    }
  }
  /** Get a guild or standard sticker by id, without its guild. */
  readonly stickers_get: {
    readonly input: {
      /** The sticker. */
      readonly sticker_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordSticker
  }
  /** Get one sticker of a guild, with its uploader. */
  readonly stickers_get_guild_sticker: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The sticker. */
      readonly sticker_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordSticker
  }
  /** Get one of Discord's standard sticker packs with its stickers. */
  readonly stickers_get_pack: {
    readonly input: {
      /** The sticker pack, from stickers_list_packs. */
      readonly pack_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly description?: string
      readonly id?: string
      readonly name?: string
      readonly stickers?: ReadonlyArray<{
        readonly description?: string
        readonly id?: string
        readonly name?: string
        readonly tags?: string
      }>
    }
  }
  /** List the stickers of a guild. For Discord's standard stickers use stickers_list_packs. */
  readonly stickers_list_guild: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordSticker>
  }
  /** List Discord's standard sticker packs. For the stickers of a pack use stickers_get_pack. */
  readonly stickers_list_packs: {
    readonly input: {
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{
      readonly description?: string
      readonly id?: string
      readonly name?: string
      readonly stickers?: number
    }>
  }
  /** Change the name, description or tags of a guild sticker. Its image cannot be changed. */
  readonly stickers_modify_guild_sticker: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The sticker. */
      readonly sticker_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The description: empty, or 2 to 100 characters. */
      readonly description?: string
      /** The name, 2 to 30 characters. */
      readonly name?: string
      /** Words for which Discord suggests the sticker, such as the name of an emoji; at most 200 characters. */
      readonly tags?: string
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly description?: string
      readonly format?: string
      readonly guild_id?: string
      readonly id?: string
      readonly name?: string
      readonly pack_id?: string
      readonly previous?: { readonly [key: string]: unknown }
      readonly tags?: string
      readonly unavailable?: boolean
      readonly user?: DiscordUser
    }
  }
  /** Get one subscription: status and paid period. */
  readonly subscriptions_get: {
    readonly input: {
      /** The SKU: a product of the application. */
      readonly sku_id: string
      /** The subscription. */
      readonly subscription_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordSubscription
  }
  /** List a user's subscriptions to a SKU, oldest first. */
  readonly subscriptions_list: {
    readonly input: {
      /** The SKU: a product of the application. */
      readonly sku_id: string
      /** The user; Discord lists subscriptions per user. */
      readonly user_id: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 50 by default. */
      readonly limit?: number
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordSubscription>
  }
  /** Create a template from a guild's current roles, channels and settings. A guild can have only one. */
  readonly templates_create: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The name. */
      readonly name: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** The description. */
      readonly description?: string
    }
    readonly answer: {
      readonly code: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly channels?: number
      readonly cleared?: ReadonlyArray<string>
      readonly creator?: string
      readonly description?: string
      readonly name?: string
      readonly out_of_date?: boolean
      readonly roles?: number
      readonly source_guild?: string
      readonly source_guild_id?: string
      readonly updated?: string
      readonly used?: number
    }
  }
  /** Delete a template permanently. Its code and URL no longer work. The guild stays unchanged. */
  readonly templates_delete: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The template's code or discord.new URL. */
      readonly template_code: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer:
      | {
          readonly as_sent?: { readonly [key: string]: number }
          readonly channels?: number
          readonly cleared?: ReadonlyArray<string>
          readonly code?: string
          readonly creator?: string
          readonly description?: string
          readonly name?: string
          readonly out_of_date?: boolean
          readonly roles?: number
          readonly source_guild?: string
          readonly source_guild_id?: string
          readonly updated?: string
          readonly used?: number
        }
      | DiscordChannelsDelete
  }
  /** Compare a guild with a template: missing, extra and different roles and channels. */
  readonly templates_diff: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The template's code or discord.new URL. */
      readonly template_code: string
    }
    readonly answer: {
      readonly of_this_guild: boolean
      readonly same: boolean
      readonly channels?: DiscordChannels
      readonly roles?: DiscordChannels
      readonly template?: string
    }
  }
  /** Get a template by code: name, source guild, number of uses. For its content use templates_inspect. */
  readonly templates_get: {
    readonly input: {
      /** The template's code or discord.new URL. */
      readonly template_code: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordTemplate
  }
  /** Inspect a template's content: all roles with their permissions, all channels by category, settings. */
  readonly templates_inspect: {
    readonly input: {
      /** The template's code or discord.new URL. */
      readonly template_code: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly channels?: ReadonlyArray<
        | {
            readonly category?: string
            readonly channels?: ReadonlyArray<DiscordChannelChannel>
            readonly private?: boolean
          }
        | DiscordChannelChannel
      >
      readonly code?: string
      readonly content_filter?: string
      readonly creator?: string
      readonly description?: string
      readonly name?: string
      readonly notifications?: string
      readonly out_of_date?: boolean
      readonly roles?: ReadonlyArray<{
        readonly color?: number
        readonly hoist?: boolean
        readonly mentionable?: boolean
        readonly name?: string
        readonly permissions?: ReadonlyArray<DiscordNewlyAllowed>
      }>
      readonly source_guild?: string
      readonly source_guild_id?: string
      readonly updated?: string
      readonly used?: number
      readonly verification_level?: string
    }
  }
  /** List the templates of a guild (at most one), and whether the guild has changed since the last sync. */
  readonly templates_list: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordTemplate>
  }
  /** Change a template's name or description. For its content use templates_sync. */
  readonly templates_modify: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The template's code or discord.new URL. */
      readonly template_code: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"description">
      /** The description. */
      readonly description?: string
      /** The name. */
      readonly name?: string
    }
    readonly answer: DiscordTemplatesModify
  }
  /** Rank given templates by how well their channels, roles and texts match a request. Discord has no template search: pass codes or discord.new URLs. */
  readonly templates_recommend: {
    readonly input: {
      /** The purpose of the server, in plain words. */
      readonly request: string
      /** A template to rank first, if it exists. */
      readonly preferred_primary_code?: string
      /** The templates to rank, 1 to 10 codes or URLs. */
      readonly template_codes?: ReadonlyArray<string>
    }
    readonly answer: {
      readonly items: ReadonlyArray<{
        readonly administrators?: ReadonlyArray<string>
        readonly channels?: number
        readonly code?: string
        readonly creator?: string
        readonly description?: string
        readonly name?: string
        readonly out_of_date?: boolean
        readonly roles?: number
        readonly silent_on?: ReadonlyArray<string>
        readonly source_guild?: string
        readonly source_guild_id?: string
        readonly speaks_of?: ReadonlyArray<string>
        readonly updated?: string
        readonly used?: number
      }>
      readonly not_found?: ReadonlyArray<string>
    }
  }
  /** Sync a template with the current state of its guild. */
  readonly templates_sync: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The template's code or discord.new URL. */
      readonly template_code: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: DiscordTemplatesModify
  }
  /** Add a user to a thread. */
  readonly threads_add_member: {
    readonly input: {
      /** The thread. */
      readonly thread_id: string
      /** The member. */
      readonly user_id: string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly previous?: { readonly [key: string]: unknown }
      readonly thread_id?: unknown
      readonly user_id?: unknown
    }
  }
  /** Check whether a user is in a thread, and get the time they joined. */
  readonly threads_get_member: {
    readonly input: {
      /** The thread. */
      readonly thread_id: string
      /** The member. */
      readonly user_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Include the guild member of each; false by default. */
      readonly with_member?: boolean
    }
    readonly answer: {
      readonly joined?: string
      readonly name?: string
      readonly thread_id?: string
      readonly user_id?: string
    }
  }
  /** Add the bot to a thread. */
  readonly threads_join: {
    readonly input: {
      /** The thread. */
      readonly thread_id: string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly previous?: { readonly [key: string]: unknown }
      readonly thread_id?: unknown
    }
  }
  /** Remove the bot from a thread. */
  readonly threads_leave: {
    readonly input: {
      /** The thread. */
      readonly thread_id: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly thread_id?: unknown
    }
  }
  /** List the members of a thread. */
  readonly threads_list_members: {
    readonly input: {
      /** The thread. */
      readonly thread_id: string
      /** Only members with a higher user id than this one. */
      readonly after?: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 100 by default. */
      readonly limit?: number
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Include the guild member of each; false by default. */
      readonly with_member?: boolean
    }
    readonly answer: DiscordPage<{
      readonly joined?: string
      readonly name?: string
      readonly thread_id?: string
      readonly user_id?: string
    }>
  }
  /** Remove a user from a thread. */
  readonly threads_remove_member: {
    readonly input: {
      /** The thread. */
      readonly thread_id: string
      /** The member. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly thread_id?: unknown
      readonly user_id?: unknown
    }
  }
  /** Search the threads of a channel, or the posts of a forum, by name, tag and whether they are archived. */
  readonly threads_search: {
    readonly input: {
      /** The parent channel or forum. */
      readonly channel_id: string
      /** All, up to 1000. */
      readonly all?: boolean
      /** true: only archived threads; false: only active ones. Both by default. */
      readonly archived?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 25 by default. */
      readonly limit?: number
      /** Only threads older than this thread id. */
      readonly max_id?: string
      /** Only threads newer than this thread id. */
      readonly min_id?: string
      /** Words of the thread's name. */
      readonly name?: string
      /** Created since: ISO 8601 time. */
      readonly since?: string
      /** What to sort by. */
      readonly sort_by?: "archive_time" | "creation_time" | "last_message_time" | "relevance"
      /** Sort order; desc (newest first) by default. */
      readonly sort_order?: "asc" | "desc"
      /** Only posts with these tags, up to 20. */
      readonly tag?: ReadonlyArray<string>
      /** match_all: posts with every tag; match_some: with at least one. */
      readonly tag_setting?: "match_all" | "match_some"
      /** Created until: ISO 8601 time. */
      readonly until?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordChannel>
  }
  /** Open the direct message channel with a user, or get the existing one. Then use messages_send to write. */
  readonly users_create_dm: {
    readonly input: {
      /** The user to message. */
      readonly recipient_id: string
    }
    readonly answer: {
      readonly id: string
      readonly applied_tags?: ReadonlyArray<string>
      readonly archived?: boolean
      readonly archived_at?: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
      readonly available_tags?: ReadonlyArray<{
        readonly name: string
        readonly emoji?: string
        readonly id?: string
        readonly moderated?: boolean
      }>
      readonly bitrate?: number
      readonly cleared?: ReadonlyArray<string>
      readonly default_auto_archive_duration?: 60 | 1440 | 4320 | 10080
      readonly default_forum_layout?: "gallery" | "list" | "not_set"
      readonly default_reaction_emoji?: string
      readonly default_sort_order?: "creation_date" | "latest_activity"
      readonly default_tag_setting?: "match_all" | "match_some"
      readonly default_thread_rate_limit_per_user?: number
      readonly flags?: ReadonlyArray<"hide_media_download_options" | "pinned" | "require_tag">
      readonly guild_id?: string
      readonly hidden?: boolean
      readonly invitable?: boolean
      readonly kind?: string
      readonly last_message_id?: string
      readonly locked?: boolean
      readonly members?: number
      readonly messages?: number
      readonly name?: string
      readonly nsfw?: boolean
      readonly owner_id?: string
      readonly parent_id?: string
      readonly permission_overwrites?: ReadonlyArray<DiscordPermissionOverwrite>
      readonly position?: number
      readonly rate_limit_per_user?: number
      readonly recipient_id?: unknown
      readonly recipients?: ReadonlyArray<DiscordUser>
      readonly rtc_region?: string
      readonly topic?: string
      readonly user_limit?: number
      readonly video_quality_mode?: "auto" | "full"
    }
  }
  /** Get any user by id: username and display name. For a member of a guild use members_get. */
  readonly users_get: {
    readonly input: {
      /** User id. */
      readonly user_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordUser
  }
  /** Get the bot's own user: its id and name. */
  readonly users_get_current: {
    readonly input: {
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordUser
  }
  /** Leave a guild (server). To return, the bot must be invited again. */
  readonly users_leave_guild: {
    readonly input: {
      /** The guild (server) to leave. */
      readonly guild_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly guild_id?: unknown
    }
  }
  /** List the guilds (servers) that the bot may be used in, with its permissions. */
  readonly users_list_current_user_guilds: {
    readonly input: {
      /** All, up to 1000. */
      readonly all?: boolean
      /** A page's next_cursor. */
      readonly cursor?: string
      /** Up to 1000; 100 by default. */
      readonly limit?: number
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<{
      readonly id?: string
      readonly members?: number
      readonly name?: string
      readonly owner?: boolean
      readonly permissions?: ReadonlyArray<DiscordNewlyAllowed>
    }>
  }
  /** Change the bot's own username, avatar or banner. Discord allows only a few username changes per hour. */
  readonly users_modify_current: {
    readonly input: {
      /** The new avatar: {url}, {path} or {base64}. */
      readonly avatar?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** The new profile banner: {url}, {path} or {base64}. */
      readonly banner?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"avatar" | "banner">
      /** The new username. */
      readonly username?: string
    }
    readonly answer: {
      readonly as_sent?: { readonly [key: string]: number }
      readonly avatar?: unknown
      readonly banner?: unknown
      readonly bot?: boolean
      readonly cleared?: ReadonlyArray<string>
      readonly id?: string
      readonly name?: string
      readonly previous?: { readonly [key: string]: unknown }
      readonly system?: boolean
      readonly username?: string
    }
  }
  /** Send a direct message (DM) to a user, in one call. The result has the channel_id, for messages_read and messages_edit. */
  readonly users_send_dm: {
    readonly input: {
      /** The user to message. */
      readonly user_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** Rows {type: 1, components} of buttons {type: 2, style: 1-4, label, custom_id} or {type: 2, style: 5, label, url}, or a menu {type: 3, custom_id, options: [{label, value}]}. Layouts: components_v2_send. */
      readonly components?: ReadonlyArray<DiscordTopLevelComponent>
      /** Text in Discord's markdown. */
      readonly content?: string
      /** Up to 10 embeds. Up to 6000 characters in all. */
      readonly embeds?: ReadonlyArray<DiscordEmbed>
      /** false: send even if reply_to is gone. */
      readonly fail_if_not_exists?: boolean
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Message flags. */
      readonly flags?: ReadonlyArray<DiscordFlagsFlag>
      /** With split: first part to send. */
      readonly from_part?: number
      /** A poll; it cannot be changed. */
      readonly poll?: DiscordPoll
      /** Id of the message to reply to. */
      readonly reply_to?: string
      /** Needed above 2000 characters: sends several messages. */
      readonly split?: boolean
      /** Up to 3 sticker ids. */
      readonly sticker_ids?: ReadonlyArray<string>
      /** keep: tables stay pipes. */
      readonly tables?: "convert" | "keep"
      /** Read aloud. */
      readonly tts?: boolean
    }
    readonly answer: {
      readonly id: string
      readonly user_id: string
      readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
      readonly as_sent?: { readonly [key: string]: number }
      readonly attachments?: ReadonlyArray<DiscordAttachment>
      readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
      readonly call?: { readonly ended?: string; readonly participants?: number }
      readonly channel_id?: string
      readonly components?: ReadonlyArray<string>
      readonly components_in_full?: unknown
      readonly content?: string
      readonly edited?: string
      readonly embeds?: ReadonlyArray<DiscordEmbedView>
      readonly embeds_suppressed?: boolean
      readonly forwarded?: DiscordForwarded
      readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
      readonly interaction?: DiscordInteraction
      readonly jump_url?: string
      readonly kind?: string
      readonly length?: number
      readonly loading?: boolean
      readonly mentions?: { readonly [key: string]: string }
      readonly mentions_everyone?: boolean
      readonly parts?: ReadonlyArray<DiscordPart>
      readonly pinned?: boolean
      readonly poll?: DiscordPollView
      readonly published?: boolean
      readonly reactions?: ReadonlyArray<DiscordReaction>
      readonly reference?: DiscordReferenceView
      readonly reply_to?: {
        readonly author?: string
        readonly content?: string
        readonly deleted?: boolean
        readonly id?: string
      }
      readonly silent?: boolean
      readonly source_deleted?: boolean
      readonly stickers?: ReadonlyArray<string>
      readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
      readonly thread?: { readonly id?: string; readonly name?: string }
      readonly time?: string
      readonly tts?: boolean
      readonly urgent?: boolean
      readonly voice_message?: boolean
      readonly webhook_id?: string
    }
  }
  /** Get the bot's own voice state: its voice channel. Returns not found if the bot is in no voice channel. */
  readonly voice_get_current_user_state: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordVoiceState
  }
  /** Get a member's voice state: voice channel, muted, deafened. Returns not found if the member is in no voice channel. */
  readonly voice_get_user_state: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** The member. */
      readonly user_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordVoiceState
  }
  /** List all voice regions for voice channels. For the regions of one guild use guild_list_voice_regions. */
  readonly voice_list_regions: {
    readonly input: {
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordRegion>
  }
  /** Create a webhook for a channel. Its token, which webhooks_execute requires, is masked unless reveal_token is true. */
  readonly webhooks_create: {
    readonly input: {
      /** The channel that receives its messages. */
      readonly channel_id: string
      /** The author name of its messages. */
      readonly name: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The default avatar of its messages: {url}, {path} or {base64}. */
      readonly avatar?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Whether to show the token in the result; false by default. */
      readonly reveal_token?: boolean
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: {
      readonly id: string
      readonly application_id?: string
      readonly as_sent?: { readonly [key: string]: number }
      readonly avatar?: unknown
      readonly channel_id?: string
      readonly cleared?: ReadonlyArray<string>
      readonly created_by?: DiscordUser
      readonly follows?: {
        readonly flags?: number
        readonly guild?: string
        readonly id?: string
        readonly name?: string
      }
      readonly guild_id?: string
      readonly kind?: string
      readonly name?: string
      readonly token?: string
    }
  }
  /** Delete a webhook permanently. Its messages stay. */
  readonly webhooks_delete: {
    readonly input: {
      /** The webhook. */
      readonly webhook_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Audit log reason. */
      readonly audit_reason?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly webhook_id?: unknown
    }
  }
  /** Delete a message that a webhook sent, permanently. */
  readonly webhooks_delete_message: {
    readonly input: {
      /** A message that the webhook sent. */
      readonly message_id: string
      /** The token or full URL of the webhook. */
      readonly token: string
      /** The webhook. */
      readonly webhook_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** The thread that contains the message; required if it is in a thread. */
      readonly thread_id?: string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly message_id?: unknown
      readonly token?: unknown
      readonly webhook_id?: unknown
    }
  }
  /** Delete a webhook permanently, by its token. Its messages stay. */
  readonly webhooks_delete_with_token: {
    readonly input: {
      /** The token or full URL of the webhook. */
      readonly token: string
      /** The webhook. */
      readonly webhook_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
    }
    readonly answer: {
      readonly done: true
      readonly already_applied?: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly deleted?: true
      readonly token?: unknown
      readonly webhook_id?: unknown
    }
  }
  /** Edit a message that a webhook sent. Omitted fields stay unchanged. */
  readonly webhooks_edit_message: {
    readonly input: {
      /** A message that the webhook sent. */
      readonly message_id: string
      /** The token or full URL of the webhook. */
      readonly token: string
      /** The webhook. */
      readonly webhook_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** Component tree, as in components_v2_send. */
      readonly components?: ReadonlyArray<DiscordTopLevelComponent>
      /** The new text; "" removes it. */
      readonly content?: string
      /** Up to 10 embeds. Up to 6000 characters in all. */
      readonly embeds?: ReadonlyArray<DiscordEmbed>
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Message flags. */
      readonly flags?: ReadonlyArray<"is_components_v2" | "suppress_embeds">
      /** Ids of attachments to keep, others are removed; required with files. */
      readonly keep_attachments?: ReadonlyArray<string>
      /** The thread that contains the message; required if it is in a thread. */
      readonly thread_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordInteractionsEditFollowup
  }
  /** Send a message through a webhook. To send as the bot use messages_send. */
  readonly webhooks_execute: {
    readonly input: {
      /** The token or full URL of the webhook. */
      readonly token: string
      /** The webhook. */
      readonly webhook_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Who is pinged. By default mentioned users and the replied-to author only. */
      readonly allowed_mentions?: DiscordAllowedMentions
      /** Ids of the tags of the new post. */
      readonly applied_tags?: ReadonlyArray<string>
      /** The avatar of this message: https URL. */
      readonly avatar_url?: string
      /** Component tree, as in components_v2_send. */
      readonly components?: ReadonlyArray<DiscordTopLevelComponent>
      /** Text in Discord's markdown. */
      readonly content?: string
      /** Up to 10 embeds. Up to 6000 characters in all. */
      readonly embeds?: ReadonlyArray<DiscordEmbed>
      /** Up to 10 files. Each has url, path, base64 or content. */
      readonly files?: ReadonlyArray<DiscordFile>
      /** Message flags. */
      readonly flags?: ReadonlyArray<"is_components_v2" | "suppress_embeds" | "suppress_notifications">
      /** With split: first part to send. */
      readonly from_part?: number
      /** A poll; it cannot be changed. */
      readonly poll?: DiscordPoll
      /** Needed above 2000 characters: sends several messages. */
      readonly split?: boolean
      /** keep: tables stay pipes. */
      readonly tables?: "convert" | "keep"
      /** Send to this thread of the webhook's channel. */
      readonly thread_id?: string
      /** Forum: title of a new post that starts with this message. */
      readonly thread_name?: string
      /** Read aloud. */
      readonly tts?: boolean
      /** The author name of this message. */
      readonly username?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
      /** Whether to wait for the message and return it; true by default. */
      readonly wait?: boolean
    }
    readonly answer:
      | {
          readonly done: true
          readonly allowed_mentions?: unknown
          readonly applied_tags?: unknown
          readonly as_sent?: { readonly [key: string]: number }
          readonly avatar_url?: unknown
          readonly cleared?: ReadonlyArray<string>
          readonly components?: unknown
          readonly content?: unknown
          readonly embeds?: unknown
          readonly files?: unknown
          readonly flags?: unknown
          readonly from_part?: unknown
          readonly length?: number
          readonly poll?: unknown
          readonly split?: unknown
          readonly thread_name?: unknown
          readonly tts?: unknown
          readonly username?: unknown
        }
      | {
          readonly id: string
          readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
          readonly allowed_mentions?: unknown
          readonly applied_tags?: unknown
          readonly as_sent?: { readonly [key: string]: number }
          readonly attachments?: ReadonlyArray<DiscordAttachment>
          readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
          readonly avatar_url?: unknown
          readonly call?: { readonly ended?: string; readonly participants?: number }
          readonly channel_id?: string
          readonly cleared?: ReadonlyArray<string>
          readonly components?: ReadonlyArray<string>
          readonly components_in_full?: unknown
          readonly content?: string
          readonly edited?: string
          readonly embeds?: ReadonlyArray<DiscordEmbedView>
          readonly embeds_suppressed?: boolean
          readonly files?: unknown
          readonly flags?: unknown
          readonly forwarded?: DiscordForwarded
          readonly from_part?: unknown
          readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
          readonly interaction?: DiscordInteraction
          readonly jump_url?: string
          readonly kind?: string
          readonly length?: number
          readonly loading?: boolean
          readonly mentions?: { readonly [key: string]: string }
          readonly mentions_everyone?: boolean
          readonly pinned?: boolean
          readonly poll?: DiscordPollView
          readonly published?: boolean
          readonly reactions?: ReadonlyArray<DiscordReaction>
          readonly reference?: DiscordReferenceView
          readonly reply_to?: {
            readonly author?: string
            readonly content?: string
            readonly deleted?: boolean
            readonly id?: string
          }
          readonly silent?: boolean
          readonly source_deleted?: boolean
          readonly split?: unknown
          readonly stickers?: ReadonlyArray<string>
          readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
          readonly thread?: { readonly id?: string; readonly name?: string }
          readonly thread_name?: unknown
          readonly time?: string
          readonly tts?: boolean
          readonly urgent?: boolean
          readonly username?: unknown
          readonly voice_message?: boolean
          readonly webhook_id?: string
        }
  }
  /** Post a GitHub webhook event through a Discord webhook. For your own text use webhooks_execute. */
  readonly webhooks_execute_github: {
    readonly input: {
      /** The JSON body of the GitHub event. */
      readonly payload: { readonly [key: string]: unknown }
      /** The token or full URL of the webhook. */
      readonly token: string
      /** The webhook. */
      readonly webhook_id: string
      /** The value of GitHub's X-GitHub-Event header: push, issues, pull_request, release. */
      readonly event?: string
      /** Send to this thread of the webhook's channel. */
      readonly thread_id?: string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly event?: unknown
      readonly payload?: unknown
      readonly token?: unknown
      readonly webhook_id?: unknown
    }
  }
  /** Send a message in Slack's format through a webhook. For Discord's format use webhooks_execute. */
  readonly webhooks_execute_slack: {
    readonly input: {
      /** A message in Slack's format. */
      readonly payload: { readonly [key: string]: unknown }
      /** The token or full URL of the webhook. */
      readonly token: string
      /** The webhook. */
      readonly webhook_id: string
      /** Omit until asked. */
      readonly __confirm?: boolean | string
      /** Send to this thread of the webhook's channel. */
      readonly thread_id?: string
    }
    readonly answer: {
      readonly done: true
      readonly as_sent?: { readonly [key: string]: number }
      readonly cleared?: ReadonlyArray<string>
      readonly payload?: unknown
      readonly token?: unknown
      readonly webhook_id?: unknown
    }
  }
  /** Get one webhook by its id. Its token is masked. */
  readonly webhooks_get: {
    readonly input: {
      /** The webhook. */
      readonly webhook_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordWebhook
  }
  /** Get one message that a webhook sent. */
  readonly webhooks_get_message: {
    readonly input: {
      /** A message that the webhook sent. */
      readonly message_id: string
      /** The token or full URL of the webhook. */
      readonly token: string
      /** The webhook. */
      readonly webhook_id: string
      /** The thread that contains the message; required if it is in a thread. */
      readonly thread_id?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordMessage
  }
  /** Get one webhook by its token. */
  readonly webhooks_get_with_token: {
    readonly input: {
      /** The token or full URL of the webhook. */
      readonly token: string
      /** The webhook. */
      readonly webhook_id: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordWebhook
  }
  /** List the webhooks of a channel. Their tokens are masked. */
  readonly webhooks_list_channel: {
    readonly input: {
      /** The channel that receives its messages. */
      readonly channel_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordWebhook>
  }
  /** List the webhooks of all channels of a guild. Their tokens are masked. */
  readonly webhooks_list_guild: {
    readonly input: {
      /** Guild id. */
      readonly guild_id: string
      /** A page's next_cursor. */
      readonly cursor?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordPage<DiscordWebhook>
  }
  /** Change a webhook's name or avatar, or move it to another channel. */
  readonly webhooks_modify: {
    readonly input: {
      /** The webhook. */
      readonly webhook_id: string
      /** Audit log reason. */
      readonly audit_reason?: string
      /** The default avatar of its messages: {url}, {path} or {base64}. */
      readonly avatar?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** The channel to move it to. */
      readonly channel_id?: string
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"avatar">
      /** The new name. */
      readonly name?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordWebhooksModify
  }
  /** Change a webhook's name or avatar by its token. */
  readonly webhooks_modify_with_token: {
    readonly input: {
      /** The token or full URL of the webhook. */
      readonly token: string
      /** The webhook. */
      readonly webhook_id: string
      /** The default avatar of its messages: {url}, {path} or {base64}. */
      readonly avatar?: { readonly base64?: string; readonly path?: string; readonly url?: string }
      /** Fields to clear. */
      readonly clear?: ReadonlyArray<"avatar">
      /** The new name. */
      readonly name?: string
      /** compact (default) or full. */
      readonly view?: "compact" | "full"
    }
    readonly answer: DiscordWebhooksModify
  }
}

export interface DiscordPage<Item> {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor?: string
  readonly notice?: string
}

export type DiscordAccessory =
  | DiscordAccessoryOfType2
  | {
      readonly media: { readonly url: string }
      readonly type: 11
      readonly description?: string
      readonly id?: number
      readonly spoiler?: boolean
    }
  | { readonly sku_id: string; readonly style: 6; readonly type: 2; readonly disabled?: boolean; readonly id?: number }
  | DiscordComponentAccessory

export interface DiscordAccessoryOfType2 {
  readonly custom_id: string
  readonly style: 1 | 2 | 3 | 4
  readonly type: 2
  readonly disabled?: boolean
  readonly emoji?: { readonly name: string; readonly id?: string }
  readonly id?: number
  readonly label?: string
}

export interface DiscordAction {
  readonly type: "block_member_interaction" | "block_message" | "send_alert_message" | "timeout"
  readonly metadata?: {
    readonly channel_id?: string
    readonly custom_message?: string
    readonly duration_seconds?: number
  }
}

export interface DiscordAllowedMentions {
  readonly parse?: ReadonlyArray<"everyone" | "roles" | "users">
  readonly replied_user?: boolean
  readonly roles?: ReadonlyArray<string>
  readonly users?: ReadonlyArray<string>
}

export interface DiscordAnswer {
  readonly at: string
  readonly by: { readonly id: string; readonly name?: string }
  readonly message_id?: string
  readonly text?: string
  readonly value?: string
}

export interface DiscordAppEmojisCreate {
  readonly id: string
  readonly as_sent?: { readonly [key: string]: number }
  readonly cleared?: ReadonlyArray<string>
  readonly image?: unknown
  readonly managed?: boolean
  readonly name?: string
  readonly roles?: ReadonlyArray<string>
  readonly unavailable?: boolean
  readonly user?: DiscordUser
  readonly written?: string
}

export interface DiscordAppEmojisModify {
  readonly as_sent?: { readonly [key: string]: number }
  readonly cleared?: ReadonlyArray<string>
  readonly id?: string
  readonly managed?: boolean
  readonly name?: string
  readonly previous?: { readonly [key: string]: unknown }
  readonly roles?: ReadonlyArray<string>
  readonly unavailable?: boolean
  readonly user?: DiscordUser
  readonly written?: string
}

export interface DiscordApplication {
  readonly bot?: DiscordUser
  readonly custom_install_url?: string
  readonly description?: string
  readonly event_webhooks_status?: string
  readonly event_webhooks_types?: ReadonlyArray<string>
  readonly event_webhooks_url?: string
  readonly flags?: ReadonlyArray<string>
  readonly guild_id?: string
  readonly guild_install?: DiscordGuildInstall
  readonly guilds?: number
  readonly id?: string
  readonly install_params?: DiscordGuildInstall
  readonly interactions_endpoint_url?: string
  readonly name?: string
  readonly owner?: DiscordUser
  readonly public?: boolean
  readonly redirect_uris?: ReadonlyArray<string>
  readonly role_connections_verification_url?: string
  readonly tags?: ReadonlyArray<string>
  readonly team?: string
  readonly user_install?: DiscordGuildInstall
  readonly user_installs?: number
}

export interface DiscordApplicationModify {
  readonly as_sent?: { readonly [key: string]: number }
  readonly bot?: DiscordUser
  readonly cleared?: ReadonlyArray<string>
  readonly cover_image?: unknown
  readonly custom_install_url?: string
  readonly description?: string
  readonly event_webhooks_status?: string
  readonly event_webhooks_types?: ReadonlyArray<string>
  readonly event_webhooks_url?: string
  readonly flags?: ReadonlyArray<string>
  readonly guild_id?: string
  readonly guild_install?: DiscordGuildInstall
  readonly guilds?: number
  readonly icon?: unknown
  readonly id?: string
  readonly install_params?: DiscordGuildInstall
  readonly integration_types_config?: unknown
  readonly interactions_endpoint_url?: string
  readonly name?: string
  readonly owner?: DiscordUser
  readonly previous?: { readonly [key: string]: unknown }
  readonly public?: boolean
  readonly redirect_uris?: ReadonlyArray<string>
  readonly role_connections_verification_url?: string
  readonly tags?: ReadonlyArray<string>
  readonly team?: string
  readonly user_install?: DiscordGuildInstall
  readonly user_installs?: number
}

export interface DiscordAttachment {
  readonly description?: string
  readonly id?: string
  readonly name?: string
  readonly seconds?: number
  readonly size?: number
  readonly spoiler?: boolean
  readonly title?: string
  readonly type?: string
  readonly url?: string
}

export interface DiscordAttachmentOption {
  readonly description: string
  readonly name: string
  readonly type: "attachment"
  readonly description_localizations?: DiscordDescriptionLocalizations
  readonly file_types?: ReadonlyArray<string>
  readonly name_localizations?: DiscordDescriptionLocalizations
  readonly required?: boolean
}

export interface DiscordBan {
  readonly bot?: boolean
  readonly id?: string
  readonly name?: string
  readonly reason?: string
  readonly system?: boolean
  readonly username?: string
}

export interface DiscordBooleanOption {
  readonly description: string
  readonly name: string
  readonly type: "boolean"
  readonly description_localizations?: DiscordDescriptionLocalizations
  readonly name_localizations?: DiscordDescriptionLocalizations
  readonly required?: boolean
}

export interface DiscordChange {
  readonly id: string
  readonly bot?: true
  readonly kind?: string
  readonly name?: string
  readonly newly_allowed?: ReadonlyArray<DiscordNewlyAllowed>
  readonly newly_denied?: ReadonlyArray<DiscordNewlyAllowed>
  readonly no_longer_allowed?: ReadonlyArray<DiscordNewlyAllowed>
  readonly no_longer_denied?: ReadonlyArray<DiscordNewlyAllowed>
}

export interface DiscordChannel {
  readonly applied_tags?: ReadonlyArray<string>
  readonly archived?: boolean
  readonly archived_at?: string
  readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
  readonly available_tags?: ReadonlyArray<{
    readonly name: string
    readonly emoji?: string
    readonly id?: string
    readonly moderated?: boolean
  }>
  readonly bitrate?: number
  readonly default_auto_archive_duration?: 60 | 1440 | 4320 | 10080
  readonly default_forum_layout?: "gallery" | "list" | "not_set"
  readonly default_reaction_emoji?: string
  readonly default_sort_order?: "creation_date" | "latest_activity"
  readonly default_tag_setting?: "match_all" | "match_some"
  readonly default_thread_rate_limit_per_user?: number
  readonly flags?: ReadonlyArray<"hide_media_download_options" | "pinned" | "require_tag">
  readonly guild_id?: string
  readonly hidden?: boolean
  readonly id?: string
  readonly invitable?: boolean
  readonly kind?: string
  readonly last_message_id?: string
  readonly locked?: boolean
  readonly members?: number
  readonly messages?: number
  readonly name?: string
  readonly nsfw?: boolean
  readonly owner_id?: string
  readonly parent_id?: string
  readonly permission_overwrites?: ReadonlyArray<DiscordPermissionOverwrite>
  readonly position?: number
  readonly rate_limit_per_user?: number
  readonly recipients?: ReadonlyArray<DiscordUser>
  readonly rtc_region?: string
  readonly topic?: string
  readonly user_limit?: number
  readonly video_quality_mode?: "auto" | "full"
}

export interface DiscordChannelChannel {
  readonly kind?: string
  readonly name?: string
  readonly nsfw?: boolean
  readonly private?: boolean
  readonly rate_limit_per_user?: number
  readonly topic?: string
}

export interface DiscordChannelOption {
  readonly description: string
  readonly name: string
  readonly type: "channel"
  readonly channel_types?: ReadonlyArray<
    | "announcement"
    | "announcement_thread"
    | "category"
    | "forum"
    | "media"
    | "private_thread"
    | "public_thread"
    | "stage"
    | "text"
    | "voice"
  >
  readonly description_localizations?: DiscordDescriptionLocalizations
  readonly name_localizations?: DiscordDescriptionLocalizations
  readonly required?: boolean
}

export interface DiscordChannels {
  readonly different?: ReadonlyArray<{ readonly name: string }>
  readonly extra?: ReadonlyArray<string>
  readonly missing?: ReadonlyArray<string>
}

export interface DiscordChannelsCreateGuildChannel {
  readonly id: string
  readonly applied_tags?: ReadonlyArray<string>
  readonly archived?: boolean
  readonly archived_at?: string
  readonly as_sent?: { readonly [key: string]: number }
  readonly auto_archive_duration?: 60 | 1440 | 4320 | 10080
  readonly available_tags?: ReadonlyArray<{
    readonly name: string
    readonly emoji?: string
    readonly id?: string
    readonly moderated?: boolean
  }>
  readonly bitrate?: number
  readonly cleared?: ReadonlyArray<string>
  readonly default_auto_archive_duration?: 60 | 1440 | 4320 | 10080
  readonly default_forum_layout?: "gallery" | "list" | "not_set"
  readonly default_reaction_emoji?: string
  readonly default_sort_order?: "creation_date" | "latest_activity"
  readonly default_tag_setting?: "match_all" | "match_some"
  readonly default_thread_rate_limit_per_user?: number
  readonly flags?: ReadonlyArray<"hide_media_download_options" | "pinned" | "require_tag">
  readonly guild_id?: string
  readonly hidden?: boolean
  readonly invitable?: boolean
  readonly kind?: string
  readonly last_message_id?: string
  readonly locked?: boolean
  readonly members?: number
  readonly messages?: number
  readonly name?: string
  readonly nsfw?: boolean
  readonly owner_id?: string
  readonly parent_id?: string
  readonly permission_overwrites?: ReadonlyArray<DiscordPermissionOverwrite>
  readonly position?: number
  readonly rate_limit_per_user?: number
  readonly recipients?: ReadonlyArray<DiscordUser>
  readonly rtc_region?: string
  readonly topic?: string
  readonly user_limit?: number
  readonly video_quality_mode?: "auto" | "full"
}

export interface DiscordChannelsDelete {
  readonly done: true
  readonly already_applied?: true
  readonly as_sent?: { readonly [key: string]: number }
  readonly cleared?: ReadonlyArray<string>
  readonly deleted?: true
}

export interface DiscordChoice {
  readonly name: string
  readonly value: number
  readonly name_localizations?: DiscordDescriptionLocalizations
}

export type DiscordClear =
  | "cover_image"
  | "custom_install_url"
  | "event_webhooks_url"
  | "icon"
  | "install_params"
  | "interactions_endpoint_url"
  | "role_connections_verification_url"

export type DiscordClearClear = "default_member_permissions" | "description_localizations" | "name_localizations"

export interface DiscordCommand {
  readonly contexts?: ReadonlyArray<string>
  readonly default_member_permissions?: DiscordDefaultMemberPermissions
  readonly description?: string
  readonly description_localizations?: { readonly [key: string]: string | null }
  readonly guild_id?: string
  readonly handler?: string
  readonly id?: string
  readonly integration_types?: ReadonlyArray<string>
  readonly name?: string
  readonly name_localizations?: { readonly [key: string]: string | null }
  readonly nsfw?: boolean
  readonly options?: ReadonlyArray<{ readonly [key: string]: unknown }>
  readonly type?: string
}

export interface DiscordCommandPermissions {
  readonly id?: string
  readonly permissions?: ReadonlyArray<{ readonly id?: string; readonly permission?: boolean; readonly type?: string }>
}

export interface DiscordCommandsBulkOverwriteGlobal {
  readonly items: ReadonlyArray<DiscordCommand>
  readonly as_sent?: { readonly [key: string]: number }
  readonly cleared?: ReadonlyArray<string>
  readonly commands?: unknown
  readonly next_cursor?: string
  readonly notice?: string
  readonly previous?: { readonly [key: string]: unknown }
}

export interface DiscordCommandsCreateGlobal {
  readonly id: string
  readonly as_sent?: { readonly [key: string]: number }
  readonly cleared?: ReadonlyArray<string>
  readonly contexts?: ReadonlyArray<string>
  readonly default_member_permissions?: DiscordDefaultMemberPermissions
  readonly description?: string
  readonly description_localizations?: { readonly [key: string]: string | null }
  readonly guild_id?: string
  readonly handler?: string
  readonly integration_types?: ReadonlyArray<string>
  readonly name?: string
  readonly name_localizations?: { readonly [key: string]: string | null }
  readonly nsfw?: boolean
  readonly options?: ReadonlyArray<{ readonly [key: string]: unknown }>
  readonly type?: string
}

export interface DiscordCommandsModifyGlobal {
  readonly as_sent?: { readonly [key: string]: number }
  readonly cleared?: ReadonlyArray<string>
  readonly contexts?: ReadonlyArray<string>
  readonly default_member_permissions?: DiscordDefaultMemberPermissions
  readonly description?: string
  readonly description_localizations?: { readonly [key: string]: string | null }
  readonly guild_id?: string
  readonly handler?: string
  readonly id?: string
  readonly integration_types?: ReadonlyArray<string>
  readonly name?: string
  readonly name_localizations?: { readonly [key: string]: string | null }
  readonly nsfw?: boolean
  readonly options?: ReadonlyArray<{ readonly [key: string]: unknown }>
  readonly previous?: { readonly [key: string]: unknown }
  readonly type?: string
}

export interface DiscordComponentAccessory {
  readonly style: 5
  readonly type: 2
  readonly url: string
  readonly disabled?: boolean
  readonly emoji?: { readonly name: string; readonly id?: string }
  readonly id?: number
  readonly label?: string
}

export interface DiscordComponentOfType1 {
  readonly components: ReadonlyArray<
    | DiscordComponentOfType3
    | DiscordAccessoryOfType2
    | DiscordComponentOfType5
    | DiscordComponentOfType6
    | DiscordComponentOfType7
    | DiscordComponentOfType8
    | {
        readonly sku_id: string
        readonly style: 6
        readonly type: 2
        readonly disabled?: boolean
        readonly id?: number
      }
    | DiscordComponentAccessory
  >
  readonly type: 1
  readonly id?: number
}

export interface DiscordComponentOfType12 {
  readonly items: ReadonlyArray<{
    readonly media: { readonly url: string }
    readonly description?: string
    readonly spoiler?: boolean
  }>
  readonly type: 12
  readonly id?: number
}

export interface DiscordComponentOfType3 {
  readonly custom_id: string
  readonly options: ReadonlyArray<{
    readonly label: string
    readonly value: string
    readonly default?: boolean
    readonly description?: string
    readonly emoji?: { readonly name: string; readonly id?: string }
  }>
  readonly type: 3
  readonly disabled?: boolean
  readonly id?: number
  readonly max_values?: number
  readonly min_values?: number
  readonly placeholder?: string
  readonly required?: boolean
}

export interface DiscordComponentOfType5 {
  readonly custom_id: string
  readonly type: 5
  readonly default_values?: ReadonlyArray<{ readonly id: string; readonly type: "user" }>
  readonly disabled?: boolean
  readonly id?: number
  readonly max_values?: number
  readonly min_values?: number
  readonly placeholder?: string
  readonly required?: boolean
}

export interface DiscordComponentOfType6 {
  readonly custom_id: string
  readonly type: 6
  readonly default_values?: ReadonlyArray<{ readonly id: string; readonly type: "role" }>
  readonly disabled?: boolean
  readonly id?: number
  readonly max_values?: number
  readonly min_values?: number
  readonly placeholder?: string
  readonly required?: boolean
}

export interface DiscordComponentOfType7 {
  readonly custom_id: string
  readonly type: 7
  readonly default_values?: ReadonlyArray<
    { readonly id: string; readonly type: "role" } | { readonly id: string; readonly type: "user" }
  >
  readonly disabled?: boolean
  readonly id?: number
  readonly max_values?: number
  readonly min_values?: number
  readonly placeholder?: string
  readonly required?: boolean
}

export interface DiscordComponentOfType8 {
  readonly custom_id: string
  readonly type: 8
  readonly channel_types?: ReadonlyArray<0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 15 | 16>
  readonly default_values?: ReadonlyArray<{ readonly id: string; readonly type: "channel" }>
  readonly disabled?: boolean
  readonly id?: number
  readonly max_values?: number
  readonly min_values?: number
  readonly placeholder?: string
  readonly required?: boolean
}

export interface DiscordComponentOfType9 {
  readonly accessory: DiscordAccessory
  readonly components: ReadonlyArray<{ readonly content: string; readonly type: 10; readonly id?: number }>
  readonly type: 9
  readonly id?: number
}

export interface DiscordComponentsV2BuildContainer {
  readonly component: DiscordTopLevelComponent
}

export type DiscordDay = "friday" | "monday" | "saturday" | "sunday" | "thursday" | "tuesday" | "wednesday"

export type DiscordDefaultMemberPermissions = ReadonlyArray<DiscordPermission> | string

export interface DiscordDescriptionLocalizations {
  readonly "en-GB"?: string
  readonly "en-US"?: string
  readonly "es-419"?: string
  readonly "es-ES"?: string
  readonly "pt-BR"?: string
  readonly "sv-SE"?: string
  readonly "zh-CN"?: string
  readonly "zh-TW"?: string
  readonly bg?: string
  readonly cs?: string
  readonly da?: string
  readonly de?: string
  readonly el?: string
  readonly fi?: string
  readonly fr?: string
  readonly hi?: string
  readonly hr?: string
  readonly hu?: string
  readonly id?: string
  readonly it?: string
  readonly ja?: string
  readonly ko?: string
  readonly lt?: string
  readonly nl?: string
  readonly no?: string
  readonly pl?: string
  readonly ro?: string
  readonly ru?: string
  readonly th?: string
  readonly tr?: string
  readonly uk?: string
  readonly vi?: string
}

export interface DiscordEmbed {
  readonly author?: { readonly name: string; readonly icon_url?: string; readonly url?: string }
  readonly color?: number
  readonly description?: string
  readonly fields?: ReadonlyArray<{ readonly name: string; readonly value: string; readonly inline?: boolean }>
  readonly footer?: { readonly text: string; readonly icon_url?: string }
  readonly image?: { readonly url: string }
  readonly thumbnail?: { readonly url: string }
  readonly timestamp?: string
  readonly title?: string
  readonly url?: string
}

export interface DiscordEmbedView {
  readonly author?: string
  readonly author_icon?: string
  readonly author_url?: string
  readonly color?: number
  readonly description?: string
  readonly fields?: ReadonlyArray<{ readonly inline?: boolean; readonly name?: string; readonly value?: string }>
  readonly footer?: string
  readonly footer_icon?: string
  readonly image?: string
  readonly thumbnail?: string
  readonly timestamp?: string
  readonly title?: string
  readonly url?: string
}

export interface DiscordEmoji {
  readonly id?: string
  readonly managed?: boolean
  readonly name?: string
  readonly roles?: ReadonlyArray<string>
  readonly unavailable?: boolean
  readonly user?: DiscordUser
  readonly written?: string
}

export interface DiscordEntitlement {
  readonly consumed?: boolean
  readonly deleted?: boolean
  readonly ends?: string
  readonly guild_id?: string
  readonly id?: string
  readonly kind?: string
  readonly sku_id?: string
  readonly starts?: string
  readonly user_id?: string
}

export interface DiscordEvent {
  readonly channel_id?: string
  readonly creator_id?: string
  readonly description?: string
  readonly entity_metadata?: { readonly location: string }
  readonly entity_type?: "external" | "stage" | "voice"
  readonly exceptions?: ReadonlyArray<DiscordException>
  readonly id?: string
  readonly name?: string
  readonly recurrence_rule?: DiscordRecurrenceRule
  readonly scheduled_end_time?: string
  readonly scheduled_start_time?: string
  readonly status?: "active" | "canceled" | "completed" | "scheduled"
  readonly url?: string
  readonly users?: number
}

export interface DiscordEventUser {
  readonly bot?: boolean
  readonly declined?: boolean
  readonly id?: string
  readonly name?: string
  readonly nick?: string
  readonly system?: boolean
  readonly username?: string
}

export type DiscordEventWebhooksType =
  | "APPLICATION_AUTHORIZED"
  | "APPLICATION_DEAUTHORIZED"
  | "ENTITLEMENT_CREATE"
  | "ENTITLEMENT_DELETE"
  | "ENTITLEMENT_UPDATE"
  | "GAME_DIRECT_MESSAGE_CREATE"
  | "GAME_DIRECT_MESSAGE_DELETE"
  | "GAME_DIRECT_MESSAGE_UPDATE"
  | "LOBBY_MESSAGE_CREATE"
  | "LOBBY_MESSAGE_DELETE"
  | "LOBBY_MESSAGE_UPDATE"
  | "QUEST_USER_ENROLLMENT"

export interface DiscordException {
  readonly id?: string
  readonly is_canceled?: boolean
  readonly scheduled_end_time?: string
  readonly scheduled_start_time?: string
}

export interface DiscordFile {
  readonly base64?: string
  readonly content?: string
  readonly description?: string
  readonly name?: string
  readonly path?: string
  readonly spoiler?: boolean
  readonly url?: string
}

export type DiscordFlag =
  | "GATEWAY_GUILD_MEMBERS_LIMITED"
  | "GATEWAY_MESSAGE_CONTENT_LIMITED"
  | "GATEWAY_PRESENCE_LIMITED"

export type DiscordFlagsFlag = "is_components_v2" | "is_voice_message" | "suppress_embeds" | "suppress_notifications"

export interface DiscordForwarded {
  readonly attachments?: ReadonlyArray<DiscordAttachment>
  readonly components?: ReadonlyArray<string>
  readonly content?: string
  readonly embeds?: ReadonlyArray<DiscordEmbedView>
  readonly embeds_suppressed?: boolean
  readonly from?: { readonly channel_id?: string; readonly guild_id?: string; readonly id?: string }
  readonly loading?: boolean
  readonly mentions?: { readonly [key: string]: string }
  readonly silent?: boolean
  readonly source_deleted?: boolean
  readonly stickers?: ReadonlyArray<string>
  readonly time?: string
  readonly urgent?: boolean
  readonly voice_message?: boolean
}

export interface DiscordGatewayRead {
  readonly items: ReadonlyArray<{
    readonly event_id: string
    readonly answer_id?: number
    readonly answer_until?: string
    readonly attachments?: ReadonlyArray<DiscordItemAttachment>
    readonly author?: { readonly id: string; readonly bot?: true; readonly name?: string; readonly nick?: string }
    readonly burst?: true
    readonly channel_id?: string
    readonly command?: string
    readonly components?: number
    readonly content?: string
    readonly custom_id?: string
    readonly edited?: string
    readonly embeds?: number
    readonly emoji?: string
    readonly forwarded?: {
      readonly attachments?: ReadonlyArray<DiscordItemAttachment>
      readonly components?: number
      readonly content?: string
      readonly embeds?: number
      readonly stickers?: ReadonlyArray<string>
      readonly texts?: ReadonlyArray<string>
      readonly voice_message?: true
    }
    readonly gap?: {
      readonly messages_recovered: boolean
      readonly reason: "limit" | "restart" | "sequence" | "session_lost" | "unreadable"
      readonly channels?: ReadonlyArray<string>
      readonly since?: string
    }
    readonly guild_id?: string
    readonly interaction_id?: string
    readonly kind?: string
    readonly label?: string
    readonly mentions_everyone?: true
    readonly mentions_me?: true
    readonly message_id?: string
    readonly name?: string
    readonly options?: ReadonlyArray<{ readonly name: string; readonly value: string }>
    readonly own?: true
    readonly parent_id?: string
    readonly parent_name?: string
    readonly parent_unknown?: true
    readonly poll?: {
      readonly answers?: ReadonlyArray<{ readonly id?: number; readonly text?: string }>
      readonly question?: string
    }
    readonly private_thread?: true
    readonly recovered?: true
    readonly reply_to?: { readonly author_id?: string; readonly message_id?: string }
    readonly stickers?: ReadonlyArray<string>
    readonly system?: true
    readonly target_id?: string
    readonly texts?: ReadonlyArray<string>
    readonly thread_name?: string
    readonly time?: string
    readonly type?: DiscordType
    readonly values?: ReadonlyArray<string>
    readonly voice_message?: true
  }>
  readonly next_cursor: string
  readonly has_more?: true
  readonly truncated?: number
}

export type DiscordGuildActionJoinRequestUser = "" | DiscordUser

export interface DiscordGuildInstall {
  readonly permissions?: ReadonlyArray<DiscordPermission>
  readonly scopes?: ReadonlyArray<string>
}

export interface DiscordIncidents {
  readonly dm_spam_detected_at?: string
  readonly dms_disabled_until?: string
  readonly invites_disabled_until?: string
  readonly raid_detected_at?: string
}

export interface DiscordInstallParams {
  readonly permissions: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<"applications.commands" | "bot">
}

export interface DiscordIntegerOption {
  readonly description: string
  readonly name: string
  readonly type: "integer"
  readonly autocomplete?: boolean
  readonly choices?: ReadonlyArray<DiscordChoice>
  readonly description_localizations?: DiscordDescriptionLocalizations
  readonly max_value?: number
  readonly min_value?: number
  readonly name_localizations?: DiscordDescriptionLocalizations
  readonly required?: boolean
}

export interface DiscordIntegrationTypesConfig {
  readonly guild_install?: DiscordInstallParams
  readonly user_install?: DiscordInstallParams
}

export interface DiscordInteraction {
  readonly by?: { readonly bot?: true; readonly id?: string; readonly name?: string }
  readonly kind?: string
  readonly name?: string
}

export interface DiscordInteractionsEditFollowup {
  readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
  readonly allowed_mentions?: unknown
  readonly as_sent?: { readonly [key: string]: number }
  readonly attachments?: ReadonlyArray<DiscordAttachment>
  readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
  readonly call?: { readonly ended?: string; readonly participants?: number }
  readonly channel_id?: string
  readonly cleared?: ReadonlyArray<string>
  readonly components?: ReadonlyArray<string>
  readonly components_in_full?: unknown
  readonly content?: string
  readonly edited?: string
  readonly embeds?: ReadonlyArray<DiscordEmbedView>
  readonly embeds_suppressed?: boolean
  readonly files?: unknown
  readonly flags?: unknown
  readonly forwarded?: DiscordForwarded
  readonly id?: string
  readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
  readonly interaction?: DiscordInteraction
  readonly jump_url?: string
  readonly keep_attachments?: unknown
  readonly kind?: string
  readonly length?: number
  readonly loading?: boolean
  readonly mentions?: { readonly [key: string]: string }
  readonly mentions_everyone?: boolean
  readonly pinned?: boolean
  readonly poll?: DiscordPollView
  readonly previous?: { readonly [key: string]: unknown }
  readonly published?: boolean
  readonly reactions?: ReadonlyArray<DiscordReaction>
  readonly reference?: DiscordReferenceView
  readonly reply_to?: {
    readonly author?: string
    readonly content?: string
    readonly deleted?: boolean
    readonly id?: string
  }
  readonly silent?: boolean
  readonly source_deleted?: boolean
  readonly stickers?: ReadonlyArray<string>
  readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
  readonly thread?: { readonly id?: string; readonly name?: string }
  readonly time?: string
  readonly tts?: boolean
  readonly urgent?: boolean
  readonly voice_message?: boolean
  readonly webhook_id?: string
}

export interface DiscordInvite {
  readonly channel?: { readonly id?: string; readonly name?: string }
  readonly code?: string
  readonly created?: string
  readonly event?: { readonly id?: string; readonly name?: string }
  readonly expires?: string
  readonly guild?: { readonly id?: string; readonly name?: string }
  readonly inviter?: { readonly id?: string; readonly name?: string }
  readonly max_uses?: number
  readonly members?: number
  readonly online?: number
  readonly roles?: ReadonlyArray<{ readonly id?: string; readonly name?: string }>
  readonly target?: string
  readonly target_application?: string
  readonly target_user?: string
  readonly temporary?: boolean
  readonly url?: string
  readonly uses?: number
}

export interface DiscordInvitesBulkAddTargetUsers {
  readonly done: true
  readonly as_sent?: { readonly [key: string]: number }
  readonly cleared?: ReadonlyArray<string>
  readonly code?: unknown
  readonly user_ids?: unknown
}

export interface DiscordItemAttachment {
  readonly id: string
  readonly filename?: string
  readonly seconds?: number
  readonly size?: number
  readonly title?: string
  readonly transcript?: string
}

export interface DiscordLobbiesCreateInvite {
  readonly code: string
  readonly as_sent?: { readonly [key: string]: number }
  readonly cleared?: ReadonlyArray<string>
}

export interface DiscordLobbiesDelete {
  readonly done: true
  readonly already_applied?: true
  readonly as_sent?: { readonly [key: string]: number }
  readonly cleared?: ReadonlyArray<string>
  readonly deleted?: true
  readonly lobby_id?: unknown
}

export interface DiscordLobbyMember {
  readonly additional_name?: string
  readonly can_link_lobby?: boolean
  readonly id?: string
  readonly metadata?: { readonly [key: string]: string }
}

export interface DiscordMember {
  readonly boosting_since?: string
  readonly bot?: boolean
  readonly bypasses_verification?: boolean
  readonly guest?: boolean
  readonly id?: string
  readonly joined?: string
  readonly name?: string
  readonly nick?: string
  readonly pending?: boolean
  readonly quarantined?: boolean
  readonly roles?: ReadonlyArray<string>
  readonly system?: boolean
  readonly timed_out_until?: string
  readonly username?: string
}

export interface DiscordMembersKick {
  readonly done: true
  readonly already_applied?: true
  readonly as_sent?: { readonly [key: string]: number }
  readonly cleared?: ReadonlyArray<string>
  readonly deleted?: true
  readonly guild_id?: unknown
  readonly user_id?: unknown
}

export interface DiscordMentionableOption {
  readonly description: string
  readonly name: string
  readonly type: "mentionable"
  readonly description_localizations?: DiscordDescriptionLocalizations
  readonly name_localizations?: DiscordDescriptionLocalizations
  readonly required?: boolean
}

export interface DiscordMessage {
  readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
  readonly attachments?: ReadonlyArray<DiscordAttachment>
  readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
  readonly call?: { readonly ended?: string; readonly participants?: number }
  readonly channel_id?: string
  readonly components?: ReadonlyArray<string>
  readonly components_in_full?: unknown
  readonly content?: string
  readonly edited?: string
  readonly embeds?: ReadonlyArray<DiscordEmbedView>
  readonly embeds_suppressed?: boolean
  readonly forwarded?: DiscordForwarded
  readonly id?: string
  readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
  readonly interaction?: DiscordInteraction
  readonly jump_url?: string
  readonly kind?: string
  readonly length?: number
  readonly loading?: boolean
  readonly mentions?: { readonly [key: string]: string }
  readonly mentions_everyone?: boolean
  readonly pinned?: boolean
  readonly poll?: DiscordPollView
  readonly published?: boolean
  readonly reactions?: ReadonlyArray<DiscordReaction>
  readonly reference?: DiscordReferenceView
  readonly reply_to?: {
    readonly author?: string
    readonly content?: string
    readonly deleted?: boolean
    readonly id?: string
  }
  readonly silent?: boolean
  readonly source_deleted?: boolean
  readonly stickers?: ReadonlyArray<string>
  readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
  readonly thread?: { readonly id?: string; readonly name?: string }
  readonly time?: string
  readonly tts?: boolean
  readonly urgent?: boolean
  readonly voice_message?: boolean
  readonly webhook_id?: string
}

export interface DiscordMessagesCrosspost {
  readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
  readonly as_sent?: { readonly [key: string]: number }
  readonly attachments?: ReadonlyArray<DiscordAttachment>
  readonly author?: { readonly bot?: true; readonly id?: string; readonly name?: string }
  readonly call?: { readonly ended?: string; readonly participants?: number }
  readonly channel_id?: string
  readonly cleared?: ReadonlyArray<string>
  readonly components?: ReadonlyArray<string>
  readonly components_in_full?: unknown
  readonly content?: string
  readonly edited?: string
  readonly embeds?: ReadonlyArray<DiscordEmbedView>
  readonly embeds_suppressed?: boolean
  readonly forwarded?: DiscordForwarded
  readonly id?: string
  readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
  readonly interaction?: DiscordInteraction
  readonly jump_url?: string
  readonly kind?: string
  readonly length?: number
  readonly loading?: boolean
  readonly mentions?: { readonly [key: string]: string }
  readonly mentions_everyone?: boolean
  readonly pinned?: boolean
  readonly poll?: DiscordPollView
  readonly published?: boolean
  readonly reactions?: ReadonlyArray<DiscordReaction>
  readonly reference?: DiscordReferenceView
  readonly reply_to?: {
    readonly author?: string
    readonly content?: string
    readonly deleted?: boolean
    readonly id?: string
  }
  readonly silent?: boolean
  readonly source_deleted?: boolean
  readonly stickers?: ReadonlyArray<string>
  readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
  readonly thread?: { readonly id?: string; readonly name?: string }
  readonly time?: string
  readonly tts?: boolean
  readonly urgent?: boolean
  readonly voice_message?: boolean
  readonly webhook_id?: string
}

export interface DiscordMessagesDelete {
  readonly done: true
  readonly already_applied?: true
  readonly as_sent?: { readonly [key: string]: number }
  readonly channel_id?: unknown
  readonly cleared?: ReadonlyArray<string>
  readonly deleted?: true
  readonly message_id?: unknown
}

export type DiscordNewlyAllowed =
  | "ADD_REACTIONS"
  | "ADMINISTRATOR"
  | "ATTACH_FILES"
  | "BAN_MEMBERS"
  | "BYPASS_SLOWMODE"
  | "CHANGE_NICKNAME"
  | "CONNECT"
  | "CREATE_EVENTS"
  | "CREATE_GUILD_EXPRESSIONS"
  | "CREATE_INSTANT_INVITE"
  | "CREATE_PRIVATE_THREADS"
  | "CREATE_PUBLIC_THREADS"
  | "DEAFEN_MEMBERS"
  | "EMBED_LINKS"
  | "KICK_MEMBERS"
  | "MANAGE_CHANNELS"
  | "MANAGE_EVENTS"
  | "MANAGE_GUILD"
  | "MANAGE_GUILD_EXPRESSIONS"
  | "MANAGE_MESSAGES"
  | "MANAGE_NICKNAMES"
  | "MANAGE_ROLES"
  | "MANAGE_THREADS"
  | "MANAGE_WEBHOOKS"
  | "MENTION_EVERYONE"
  | "MODERATE_MEMBERS"
  | "MOVE_MEMBERS"
  | "MUTE_MEMBERS"
  | "PIN_MESSAGES"
  | "PRIORITY_SPEAKER"
  | "READ_MESSAGE_HISTORY"
  | "REQUEST_TO_SPEAK"
  | "SEND_MESSAGES"
  | "SEND_MESSAGES_IN_THREADS"
  | "SEND_POLLS"
  | "SEND_TTS_MESSAGES"
  | "SEND_VOICE_MESSAGES"
  | "SET_VOICE_CHANNEL_STATUS"
  | "SPEAK"
  | "STREAM"
  | "USE_APPLICATION_COMMANDS"
  | "USE_EMBEDDED_ACTIVITIES"
  | "USE_EXTERNAL_APPS"
  | "USE_EXTERNAL_EMOJIS"
  | "USE_EXTERNAL_SOUNDS"
  | "USE_EXTERNAL_STICKERS"
  | "USE_SOUNDBOARD"
  | "USE_VAD"
  | "VIEW_AUDIT_LOG"
  | "VIEW_CHANNEL"
  | "VIEW_CREATOR_MONETIZATION_ANALYTICS"
  | "VIEW_GUILD_INSIGHTS"
  | `0x${string}`

export interface DiscordNotDone {
  readonly attempts: number
  readonly duration_ms: number
  readonly id: string
  readonly status: "failed" | "ok" | "partial" | "skipped"
  readonly tool: string
  readonly because?: { readonly why: "condition" | "needs" | "stopped"; readonly step?: string }
  readonly error?: {
    readonly [key: string]: unknown
    readonly category: "business" | "internal" | "permission" | "transient" | "validation"
    readonly code: string
    readonly message: string
    readonly recovery_hint: string
    readonly retriable: boolean
    readonly attempts?: number
    readonly confirmation_token?: string
    readonly incident_id?: string
    readonly missing_permissions?: ReadonlyArray<string>
    readonly outcome_unknown?: boolean
    readonly preview?: { readonly [key: string]: unknown }
    readonly reason?: string
    readonly required_permissions?: ReadonlyArray<string>
    readonly retry_after_ms?: number
    readonly sent_parts?: {
      readonly message_ids: ReadonlyArray<string>
      readonly next_part: number
      readonly parts: number
      readonly thread_id?: string
      readonly tool?: string
    }
    readonly suggested_tool?: string
    readonly upstream?: {
      readonly method: string
      readonly route: string
      readonly status: number
      readonly discord_code?: number
    }
    readonly validation_issues?: ReadonlyArray<DiscordValidationIssue>
  }
  readonly result?: unknown
}

export interface DiscordNumberOption {
  readonly description: string
  readonly name: string
  readonly type: "number"
  readonly autocomplete?: boolean
  readonly choices?: ReadonlyArray<DiscordChoice>
  readonly description_localizations?: DiscordDescriptionLocalizations
  readonly max_value?: number
  readonly min_value?: number
  readonly name_localizations?: DiscordDescriptionLocalizations
  readonly required?: boolean
}

export type DiscordOption =
  | {
      readonly description: string
      readonly name: string
      readonly options: ReadonlyArray<DiscordSubcommandOption>
      readonly type: "subcommand_group"
      readonly description_localizations?: DiscordDescriptionLocalizations
      readonly name_localizations?: DiscordDescriptionLocalizations
    }
  | DiscordAttachmentOption
  | DiscordBooleanOption
  | DiscordChannelOption
  | DiscordIntegerOption
  | DiscordMentionableOption
  | DiscordNumberOption
  | DiscordRoleOption
  | DiscordStringOption
  | DiscordSubcommandOption
  | DiscordUserOption

export interface DiscordPart {
  readonly id: string
  readonly activity?: { readonly application?: string; readonly kind?: string; readonly party_id?: string }
  readonly attachments?: ReadonlyArray<DiscordAttachment>
  readonly call?: { readonly ended?: string; readonly participants?: number }
  readonly components?: ReadonlyArray<string>
  readonly components_in_full?: unknown
  readonly edited?: string
  readonly embeds?: ReadonlyArray<DiscordEmbedView>
  readonly embeds_suppressed?: boolean
  readonly forwarded?: DiscordForwarded
  readonly in_thread?: { readonly name?: string; readonly parent_id?: string }
  readonly interaction?: DiscordInteraction
  readonly jump_url?: string
  readonly kind?: string
  readonly length?: number
  readonly loading?: boolean
  readonly mentions?: { readonly [key: string]: string }
  readonly mentions_everyone?: boolean
  readonly pinned?: boolean
  readonly poll?: DiscordPollView
  readonly published?: boolean
  readonly reactions?: ReadonlyArray<DiscordReaction>
  readonly reference?: DiscordReferenceView
  readonly reply_to?: {
    readonly author?: string
    readonly content?: string
    readonly deleted?: boolean
    readonly id?: string
  }
  readonly silent?: boolean
  readonly source_deleted?: boolean
  readonly stickers?: ReadonlyArray<string>
  readonly subscription?: { readonly months?: number; readonly renewal?: boolean; readonly tier?: string }
  readonly text?: string
  readonly thread?: { readonly id?: string; readonly name?: string }
  readonly tts?: boolean
  readonly urgent?: boolean
  readonly voice_message?: boolean
  readonly webhook_id?: string
}

export type DiscordPermission =
  | "ADD_REACTIONS"
  | "ADMINISTRATOR"
  | "ATTACH_FILES"
  | "BAN_MEMBERS"
  | "BYPASS_SLOWMODE"
  | "CHANGE_NICKNAME"
  | "CONNECT"
  | "CREATE_EVENTS"
  | "CREATE_GUILD_EXPRESSIONS"
  | "CREATE_INSTANT_INVITE"
  | "CREATE_PRIVATE_THREADS"
  | "CREATE_PUBLIC_THREADS"
  | "DEAFEN_MEMBERS"
  | "EMBED_LINKS"
  | "KICK_MEMBERS"
  | "MANAGE_CHANNELS"
  | "MANAGE_EVENTS"
  | "MANAGE_GUILD"
  | "MANAGE_GUILD_EXPRESSIONS"
  | "MANAGE_MESSAGES"
  | "MANAGE_NICKNAMES"
  | "MANAGE_ROLES"
  | "MANAGE_THREADS"
  | "MANAGE_WEBHOOKS"
  | "MENTION_EVERYONE"
  | "MODERATE_MEMBERS"
  | "MOVE_MEMBERS"
  | "MUTE_MEMBERS"
  | "PIN_MESSAGES"
  | "PRIORITY_SPEAKER"
  | "READ_MESSAGE_HISTORY"
  | "REQUEST_TO_SPEAK"
  | "SEND_MESSAGES"
  | "SEND_MESSAGES_IN_THREADS"
  | "SEND_POLLS"
  | "SEND_TTS_MESSAGES"
  | "SEND_VOICE_MESSAGES"
  | "SET_VOICE_CHANNEL_STATUS"
  | "SPEAK"
  | "STREAM"
  | "USE_APPLICATION_COMMANDS"
  | "USE_EMBEDDED_ACTIVITIES"
  | "USE_EXTERNAL_APPS"
  | "USE_EXTERNAL_EMOJIS"
  | "USE_EXTERNAL_SOUNDS"
  | "USE_EXTERNAL_STICKERS"
  | "USE_SOUNDBOARD"
  | "USE_VAD"
  | "VIEW_AUDIT_LOG"
  | "VIEW_CHANNEL"
  | "VIEW_CREATOR_MONETIZATION_ANALYTICS"
  | "VIEW_GUILD_INSIGHTS"

export interface DiscordPermissionOverwrite {
  readonly id: string
  readonly type: "member" | "role"
  readonly allow?: ReadonlyArray<string>
  readonly deny?: ReadonlyArray<string>
}

export interface DiscordPermissionsAuditChannelMember {
  readonly allow: ReadonlyArray<DiscordPermission>
  readonly deny: ReadonlyArray<DiscordPermission>
  readonly id: string
  readonly kind: string
  readonly name?: string
}

export interface DiscordPoll {
  readonly answers: ReadonlyArray<{ readonly text: string; readonly emoji?: string }>
  readonly question: string
  readonly allow_multiselect?: boolean
  readonly duration?: number
}

export interface DiscordPollView {
  readonly answers?: ReadonlyArray<{
    readonly emoji?: string
    readonly id?: number
    readonly text?: string
    readonly votes?: number
  }>
  readonly ends?: string
  readonly final?: boolean
  readonly multiple_choice?: boolean
  readonly question?: string
}

export type DiscordPreferredLocale =
  | "bg"
  | "cs"
  | "da"
  | "de"
  | "el"
  | "en-GB"
  | "en-US"
  | "es-419"
  | "es-ES"
  | "fi"
  | "fr"
  | "hi"
  | "hr"
  | "hu"
  | "id"
  | "it"
  | "ja"
  | "ko"
  | "lt"
  | "nl"
  | "no"
  | "pl"
  | "pt-BR"
  | "ro"
  | "ru"
  | "sv-SE"
  | "th"
  | "tr"
  | "uk"
  | "vi"
  | "zh-CN"
  | "zh-TW"

export interface DiscordPrompt {
  readonly id?: string
  readonly in_onboarding?: boolean
  readonly options?: ReadonlyArray<{
    readonly channel_ids?: ReadonlyArray<string>
    readonly description?: string
    readonly emoji?: string
    readonly id?: string
    readonly role_ids?: ReadonlyArray<string>
    readonly title?: string
  }>
  readonly required?: boolean
  readonly single_select?: boolean
  readonly title?: string
  readonly type?: string
}

export interface DiscordReaction {
  readonly burst?: number
  readonly count?: number
  readonly emoji?: string
  readonly me?: boolean
  readonly me_burst?: boolean
}

export interface DiscordReactionsDeleteEmoji {
  readonly done: true
  readonly already_applied?: true
  readonly as_sent?: { readonly [key: string]: number }
  readonly channel_id?: unknown
  readonly cleared?: ReadonlyArray<string>
  readonly deleted?: true
  readonly emoji?: unknown
  readonly message_id?: unknown
}

export interface DiscordRecurrenceRule {
  readonly frequency: "daily" | "monthly" | "weekly" | "yearly"
  readonly start: string
  readonly by_month?: ReadonlyArray<number>
  readonly by_month_day?: ReadonlyArray<number>
  readonly by_n_weekday?: ReadonlyArray<{ readonly day: DiscordDay; readonly n: number }>
  readonly by_weekday?: ReadonlyArray<DiscordDay>
  readonly interval?: number
}

export interface DiscordReferenceView {
  readonly kind: string
  readonly author?: string
  readonly channel_id?: string
  readonly content?: string
  readonly deleted?: boolean
  readonly guild_id?: string
  readonly id?: string
}

export interface DiscordRegion {
  readonly custom?: boolean
  readonly deprecated?: boolean
  readonly id?: string
  readonly name?: string
  readonly optimal?: boolean
}

export interface DiscordRemaining {
  readonly action: "create" | "delete" | "move" | "update"
  readonly name: string
  readonly object: string
  readonly risk: "destructive" | "write"
  readonly fields?: ReadonlyArray<{ readonly field: string; readonly after?: unknown; readonly before?: unknown }>
}

export type DiscordRole =
  | {
      readonly boosters?: true
      readonly bot_id?: string
      readonly color?: number
      readonly hoist?: boolean
      readonly id?: string
      readonly managed?: boolean
      readonly mentionable?: boolean
      readonly name?: string
      readonly permissions?: ReadonlyArray<string>
      readonly position?: number
      readonly unicode_emoji?: string
    }
  | {
      readonly colors: {
        readonly primary_color: number
        readonly secondary_color?: number
        readonly tertiary_color?: number
      }
      readonly boosters?: true
      readonly bot_id?: string
      readonly hoist?: boolean
      readonly id?: string
      readonly managed?: boolean
      readonly mentionable?: boolean
      readonly name?: string
      readonly permissions?: ReadonlyArray<string>
      readonly position?: number
      readonly unicode_emoji?: string
    }

export interface DiscordRoleMetadata {
  readonly description?: string
  readonly description_localizations?: { readonly [key: string]: string | null }
  readonly key?: string
  readonly name?: string
  readonly name_localizations?: { readonly [key: string]: string | null }
  readonly type?: string
}

export interface DiscordRoleOption {
  readonly description: string
  readonly name: string
  readonly type: "role"
  readonly description_localizations?: DiscordDescriptionLocalizations
  readonly name_localizations?: DiscordDescriptionLocalizations
  readonly required?: boolean
}

export interface DiscordRule {
  readonly actions?: ReadonlyArray<DiscordAction>
  readonly creator_id?: string
  readonly enabled?: boolean
  readonly event_type?: "member_update" | "message_send"
  readonly exempt_channels?: ReadonlyArray<string>
  readonly exempt_roles?: ReadonlyArray<string>
  readonly id?: string
  readonly name?: string
  readonly trigger_metadata?: DiscordTriggerMetadata
  readonly trigger_type?: "keyword" | "keyword_preset" | "member_profile" | "mention_spam" | "spam"
}

export interface DiscordShownWriters {
  readonly administrators: ReadonlyArray<{ readonly id: string; readonly name?: string }>
  readonly bot: ReadonlyArray<DiscordPermission>
  readonly everyone: ReadonlyArray<DiscordPermission>
  readonly members?: ReadonlyArray<{ readonly can: ReadonlyArray<DiscordPermission>; readonly id: string }>
  readonly roles?: ReadonlyArray<{
    readonly can: ReadonlyArray<DiscordPermission>
    readonly id: string
    readonly name?: string
  }>
}

export interface DiscordSound {
  readonly emoji_id?: string
  readonly emoji_name?: string
  readonly guild_id?: string
  readonly name?: string
  readonly sound_id?: string
  readonly unavailable?: boolean
  readonly user?: DiscordUser
  readonly volume?: number
}

export interface DiscordSticker {
  readonly description?: string
  readonly format?: string
  readonly guild_id?: string
  readonly id?: string
  readonly name?: string
  readonly pack_id?: string
  readonly tags?: string
  readonly unavailable?: boolean
  readonly user?: DiscordUser
}

export interface DiscordStringOption {
  readonly description: string
  readonly name: string
  readonly type: "string"
  readonly autocomplete?: boolean
  readonly choices?: ReadonlyArray<{
    readonly name: string
    readonly value: string
    readonly name_localizations?: DiscordDescriptionLocalizations
  }>
  readonly description_localizations?: DiscordDescriptionLocalizations
  readonly max_length?: number
  readonly min_length?: number
  readonly name_localizations?: DiscordDescriptionLocalizations
  readonly required?: boolean
}

export interface DiscordSubcommandOption {
  readonly description: string
  readonly name: string
  readonly type: "subcommand"
  readonly description_localizations?: DiscordDescriptionLocalizations
  readonly name_localizations?: DiscordDescriptionLocalizations
  readonly options?: ReadonlyArray<
    | DiscordAttachmentOption
    | DiscordBooleanOption
    | DiscordChannelOption
    | DiscordIntegerOption
    | DiscordMentionableOption
    | DiscordNumberOption
    | DiscordRoleOption
    | DiscordStringOption
    | DiscordUserOption
  >
}

export interface DiscordSubscription {
  readonly canceled?: string
  readonly entitlement_ids?: ReadonlyArray<string>
  readonly id?: string
  readonly period_end?: string
  readonly period_start?: string
  readonly renewal_sku_ids?: ReadonlyArray<string>
  readonly sku_ids?: ReadonlyArray<string>
  readonly status?: string
  readonly user_id?: string
}

export type DiscordSystemChannelFlag =
  | "SUPPRESS_GUILD_REMINDER_NOTIFICATIONS"
  | "SUPPRESS_JOIN_NOTIFICATIONS"
  | "SUPPRESS_JOIN_NOTIFICATION_REPLIES"
  | "SUPPRESS_PREMIUM_SUBSCRIPTIONS"
  | "SUPPRESS_ROLE_SUBSCRIPTION_PURCHASE_NOTIFICATIONS"
  | "SUPPRESS_ROLE_SUBSCRIPTION_PURCHASE_NOTIFICATION_REPLIES"

export interface DiscordTemplate {
  readonly channels?: number
  readonly code?: string
  readonly creator?: string
  readonly description?: string
  readonly name?: string
  readonly out_of_date?: boolean
  readonly roles?: number
  readonly source_guild?: string
  readonly source_guild_id?: string
  readonly updated?: string
  readonly used?: number
}

export interface DiscordTemplatesModify {
  readonly as_sent?: { readonly [key: string]: number }
  readonly channels?: number
  readonly cleared?: ReadonlyArray<string>
  readonly code?: string
  readonly creator?: string
  readonly description?: string
  readonly name?: string
  readonly out_of_date?: boolean
  readonly previous?: { readonly [key: string]: unknown }
  readonly roles?: number
  readonly source_guild?: string
  readonly source_guild_id?: string
  readonly updated?: string
  readonly used?: number
}

export type DiscordTopLevelComponent =
  | DiscordComponentOfType9
  | {
      readonly components: ReadonlyArray<
        | DiscordComponentOfType9
        | DiscordComponentOfType1
        | { readonly content: string; readonly type: 10; readonly id?: number }
        | {
            readonly file: { readonly url: string }
            readonly type: 13
            readonly id?: number
            readonly spoiler?: boolean
          }
        | DiscordComponentOfType12
        | { readonly type: 14; readonly divider?: boolean; readonly id?: number; readonly spacing?: 1 | 2 }
      >
      readonly type: 17
      readonly accent_color?: number
      readonly id?: number
      readonly spoiler?: boolean
    }
  | DiscordComponentOfType1
  | { readonly content: string; readonly type: 10; readonly id?: number }
  | { readonly file: { readonly url: string }; readonly type: 13; readonly id?: number; readonly spoiler?: boolean }
  | DiscordComponentOfType12
  | { readonly type: 14; readonly divider?: boolean; readonly id?: number; readonly spacing?: 1 | 2 }

export interface DiscordTriggerMetadata {
  readonly allow_list?: ReadonlyArray<string>
  readonly keyword_filter?: ReadonlyArray<string>
  readonly mention_raid_protection_enabled?: boolean
  readonly mention_total_limit?: number
  readonly presets?: ReadonlyArray<"profanity" | "sexual_content" | "slurs">
  readonly regex_patterns?: ReadonlyArray<string>
}

export type DiscordType =
  | "channel_delete"
  | "gap"
  | "guild_member_add"
  | "guild_member_remove"
  | "interaction_create"
  | "message_create"
  | "message_delete"
  | "message_poll_vote_add"
  | "message_poll_vote_remove"
  | "message_reaction_add"
  | "message_reaction_remove"
  | "message_update"
  | "thread_create"
  | "thread_delete"

export interface DiscordUpload {
  readonly base64?: string
  readonly content?: string
  readonly name?: string
  readonly path?: string
  readonly url?: string
}

export interface DiscordUser {
  readonly bot?: boolean
  readonly id?: string
  readonly name?: string
  readonly system?: boolean
  readonly username?: string
}

export interface DiscordUserOption {
  readonly description: string
  readonly name: string
  readonly type: "user"
  readonly description_localizations?: DiscordDescriptionLocalizations
  readonly name_localizations?: DiscordDescriptionLocalizations
  readonly required?: boolean
}

export interface DiscordValidationIssue {
  readonly code: string
  readonly message: string
  readonly path: string
  readonly fix?: {
    readonly move_into?: string
    readonly omit?: true
    readonly rename?: string
    readonly set?: { readonly [key: string]: ReadonlyArray<string> | number | string }
  }
}

export interface DiscordVoiceState {
  readonly asked_to_speak?: string
  readonly channel_id?: string
  readonly deafened?: boolean
  readonly guild_id?: string
  readonly muted?: boolean
  readonly name?: string
  readonly self_deafened?: boolean
  readonly self_muted?: boolean
  readonly streaming?: boolean
  readonly suppressed?: boolean
  readonly user_id?: string
  readonly video?: boolean
}

export interface DiscordWebhook {
  readonly application_id?: string
  readonly channel_id?: string
  readonly created_by?: DiscordUser
  readonly follows?: { readonly flags?: number; readonly guild?: string; readonly id?: string; readonly name?: string }
  readonly guild_id?: string
  readonly id?: string
  readonly kind?: string
  readonly name?: string
  readonly token?: string
}

export interface DiscordWebhooksModify {
  readonly application_id?: string
  readonly as_sent?: { readonly [key: string]: number }
  readonly avatar?: unknown
  readonly channel_id?: string
  readonly cleared?: ReadonlyArray<string>
  readonly created_by?: DiscordUser
  readonly follows?: { readonly flags?: number; readonly guild?: string; readonly id?: string; readonly name?: string }
  readonly guild_id?: string
  readonly id?: string
  readonly kind?: string
  readonly name?: string
  readonly previous?: { readonly [key: string]: unknown }
  readonly token?: string
}

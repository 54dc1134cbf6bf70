import { compact, created, viewOf } from "../dsl/view.ts"
import { contentFilters, notificationLevels, verificationLevels } from "../guild/enums.ts"
import { permissionNames } from "../roles/view.ts"
import { enumName } from "../shared/enums.ts"
import { type ChannelOutline, outlineOfTemplate, Template } from "./outline.ts"

/** Compact view of a template: name, source guild, sync state. */
export const template = viewOf(Template, (it) =>
  compact({
    code: it.code,
    name: it.name,
    description: it.description,
    source_guild_id: it.source_guild_id,
    source_guild: it.serialized_source_guild?.name,
    creator: it.creator?.username,
    used: it.usage_count,
    updated: it.updated_at,
    // The guild has changed since the last sync.
    out_of_date: it.is_dirty,
    roles: it.serialized_source_guild?.roles?.length,
    channels: it.serialized_source_guild?.channels?.length
  })
)

/** Compact view of a template that a call created. */
export const createdTemplate = created(template, "code")

/** View of a template's content: settings, roles, channels by category. */
export const templateContent = viewOf(Template, (it) => {
  const { channels, roles } = outlineOfTemplate(it)
  const source = it.serialized_source_guild ?? {}
  const channelsOf = (category: string | undefined) =>
    channels.filter((one) => one.kind !== CATEGORY && one.category === category).map(channel)
  return compact({
    ...template(it),
    verification_level: enumName(verificationLevels, source.verification_level),
    notifications: enumName(notificationLevels, source.default_message_notifications),
    content_filter: enumName(contentFilters, source.explicit_content_filter),
    roles: roles.map(({ permissions, ...role }) =>
      compact({ ...role, color: role.color || undefined, permissions: permissionNames(permissions) })
    ),
    channels: [
      ...channelsOf(undefined),
      ...channels
        .filter(({ kind }) => kind === CATEGORY)
        .map((one) => compact({ category: one.name, private: one.private, channels: channelsOf(one.name) }))
    ]
  })
})

const CATEGORY = "category"

const channel = ({ category: _, ...it }: ChannelOutline) => compact({ ...it, slowmode_s: it.slowmode_s || undefined })

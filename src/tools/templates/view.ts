import { contentFilters, notificationLevels, verificationLevels } from "../../objects/guild.ts"
import { enumName } from "../../objects/schema/enums.ts"
import { compact, created, viewOf } from "../dsl/view.ts"
import { permissionNames } from "../roles/view.ts"
import { type ChannelOutline, outlineOfTemplate, Template } from "./outline.ts"

/** Compact view of a template: name, source guild, sync state. */
export const template = viewOf(Template, (template) =>
  compact({
    code: template.code,
    name: template.name,
    description: template.description,
    source_guild_id: template.source_guild_id,
    source_guild: template.serialized_source_guild?.name,
    creator: template.creator?.username,
    used: template.usage_count,
    updated: template.updated_at,
    // The guild has changed since the last sync.
    out_of_date: template.is_dirty,
    roles: template.serialized_source_guild?.roles?.length,
    channels: template.serialized_source_guild?.channels?.length
  })
)

/** Compact view of a template that a call created. */
export const createdTemplate = created(template, "code")

/** View of a template's content: settings, roles, channels by category. */
export const templateContent = viewOf(Template, (content) => {
  const { channels, roles } = outlineOfTemplate(content)
  const source = content.serialized_source_guild ?? {}
  const channelsOf = (category: string | undefined) =>
    channels.filter((one) => one.kind !== CATEGORY && one.category === category).map(channel)
  return compact({
    ...template(content),
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

const channel = ({ category: _, ...it }: ChannelOutline) =>
  compact({ ...it, rate_limit_per_user: it.rate_limit_per_user || undefined })

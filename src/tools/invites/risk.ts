/** Risk of changing who can use an invite: everyone who accepts it gets its roles, without a further check. */
import { Effect, Option, Schema } from "effect"
import { Id, nullish } from "../../objects/schema/reply.ts"
import { getJson } from "../dsl/getJson.ts"
import { foundRolesFacts } from "../members/preview.ts"
import { type FoundRoles, foundRolesRisk, readable } from "../roles/risk.ts"
import type { PreviewFacts, RiskResolution } from "../Tool.ts"

/** Returns the risk of giving the roles of an invite. */
export const inviteRisk = ({ code }: InvitePath): RiskResolution => foundRolesRisk(rolesOf(code))

/** Returns what the roles of an invite give. */
export const inviteFacts = ({ code, user_id }: InvitePath): PreviewFacts => foundRolesFacts(rolesOf(code), user_id)

interface InvitePath {
  readonly code: string
  readonly user_id?: string
}

const Invite = Schema.Struct({
  guild: nullish(Schema.Struct({ id: Id })),
  roles: nullish(Schema.Array(Schema.Struct({ id: Id })))
})

/** Reads the roles of an invite. `none`: the invite cannot be read, or has roles but no guild. */
const rolesOf = (code: string): FoundRoles =>
  Effect.map(
    readable(getJson(Invite, "/invites/{code}", { code })),
    Option.flatMap(({ guild, roles }) => {
      const role_ids = (roles ?? []).map(({ id }) => id)
      return guild == null && role_ids.length > 0 ? Option.none() : Option.some({ guild_id: guild?.id ?? "", role_ids })
    })
  )

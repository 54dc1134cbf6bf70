import { audit } from "./audit.ts"
import type { Check } from "./CheckContext.ts"
import { clients } from "./clients.ts"
import { clock } from "./clock.ts"
import { files } from "./files.ts"
import { guilds } from "./guilds.ts"
import { identity } from "./identity.ts"
import { intents } from "./intents.ts"
import { node } from "./node.ts"
import { permissions } from "./permissions.ts"
import { reachable } from "./reachable.ts"
import { settings } from "./settings.ts"
import { token } from "./token.ts"

/** All checks, in the order of the report. */
export const checks: ReadonlyArray<Check> = [
  node,
  settings,
  token,
  reachable,
  clock,
  identity,
  intents,
  guilds,
  permissions,
  audit,
  files,
  clients
]

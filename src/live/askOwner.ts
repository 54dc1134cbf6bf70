/** Whose a question to people is. */
import type { CallerIdentity } from "../telemetry/Caller.ts"
import { sha256 } from "../text/secureToken.ts"
import type { Ask } from "./Ask.ts"

/** Who asks: an authenticated client has an id, another one the name that it reports. */
export type Asker = Pick<CallerIdentity, "client" | "clientId">

/** The process that asks for its clients. */
export interface AskingProcess {
  /** Identifies the process. It is random. */
  readonly id: string
  readonly startedMs: number
  readonly workingDirectory: string
}

/** What a question keeps about the client that asked. Without any of it, the question belongs to nobody. */
export type AskOwner = Pick<Ask, "client_id" | "program" | "process">

/** Returns what a question of a client keeps about it. */
export const ownerOf = ({ client = "", clientId }: Asker, { id, workingDirectory }: AskingProcess): AskOwner =>
  clientId === undefined
    ? { program: sha256(JSON.stringify([client, workingDirectory])), process: id }
    : { client_id: clientId }

/**
 * Returns whether a question is of a client. Without authentication, a process has the questions of another one only if
 * that one may have been the same client before a restart: it had the same program, and asked before this process started.
 */
export const isOf = (ask: Ask, asker: Asker, process: AskingProcess): boolean => {
  const owner = ownerOf(asker, process)
  if (ask.client_id !== owner.client_id || ask.program !== owner.program) return false
  return ask.process === owner.process || Date.parse(ask.created_at) <= process.startedMs
}

/** Returns whether a question is from a version that did not keep whose it is. */
export const isNobodys = ({ client_id, program }: AskOwner): boolean => client_id === undefined && program === undefined

import type { Loaded } from "../config/loadSettings.ts"
import { secretsOf } from "../config/secretsOf.ts"
import * as Redactor from "../telemetry/Redactor.ts"

/** The redactor of every sink: it knows all secrets the server was started with. */
export const redactorOf = (loaded: Loaded): Redactor.Redactor => Redactor.make(secretsOf(loaded))

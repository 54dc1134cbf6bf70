import { Redacted } from "effect"
import type { Loaded } from "../config/loadSettings.ts"
import * as Redactor from "../telemetry/Redactor.ts"

/** A shorter value, masked wherever it stands, would tear common words. */
const SECRET_MIN = 8

/** The redactor of every sink: it knows the bot's token, and what a collector asks for. */
export const redactorOf = ({ settings, token }: Loaded): Redactor.Redactor =>
  Redactor.make([token, ...headerSecrets(settings.otlpHeaders)])

/** Of `Bearer KEY` the key too, for it may be met alone. */
const headerSecrets = (headers: Loaded["settings"]["otlpHeaders"]): ReadonlyArray<Redacted.Redacted> =>
  headers === undefined
    ? []
    : Object.values(Redacted.value(headers))
        .flatMap((value) => [value, ...value.split(" ")])
        .filter((part) => part.length >= SECRET_MIN)
        .map((part) => Redacted.make(part))

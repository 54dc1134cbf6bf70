import { Effect, Layer } from "effect"
import { AuditLog, off } from "../../src/audit/AuditLog.ts"
import { FileSource } from "../../src/discord/FileSource.ts"
import { loadedCatalogue } from "../tools/loaded.ts"

/** The services of a server without files and audit records. */
export const services = Layer.mergeAll(
  loadedCatalogue,
  Layer.succeed(FileSource, {
    load: (_, at) => Effect.succeed({ name: at, data: new Uint8Array([1]) }),
    read: () => Effect.succeed(new Uint8Array()),
    create: () => Effect.void,
    save: () => Effect.dieMessage("no test here saves files"),
    transcribe: () => Effect.dieMessage("no test here transcribes"),
    loadMedia: () => Effect.dieMessage("no test here loads media"),
    withReservation: (_, load) => load
  }),
  Layer.succeed(AuditLog, off)
)

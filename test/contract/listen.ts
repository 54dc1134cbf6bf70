/** The boundary to Node: the sockets, callbacks and promises of this test. */
// @effect-diagnostics asyncFunction:off
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Runtime, type Scope } from "effect"

/** A received request. */
export interface Arrived {
  readonly method: string
  readonly target: string
  readonly media: string
  readonly body: Buffer
}

/** A response. */
export interface Answered {
  readonly status: number
  readonly media: string
  readonly body: string
}

/** Listens on loopback and returns the address. The scope closes every connection. */
export const listen = (
  answer: (arrived: Arrived) => Effect.Effect<Answered>
): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const run = Runtime.runCallback(yield* Effect.runtime())
    const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) =>
      collect(request, (body) =>
        run(answer({ ...headOf(request), body }), {
          onExit: (exit) =>
            exit._tag === "Success"
              ? write(response, exit.value)
              : write(response, { status: 500, media: "text/plain", body: String(exit.cause) })
        })
      )
    )
    return yield* Effect.acquireRelease(
      Effect.async<string>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo // an address of TCP, as it listens on a port
          resume(Effect.succeed(`http://127.0.0.1:${port}`))
        })
      }),
      () =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
  })

/** Returns the fields of a form, with the sizes of files; `undefined` for an invalid form. */
export const formOf = ({ body, media }: Arrived): Effect.Effect<ReadonlyMap<string, FormValue> | undefined> =>
  Effect.tryPromise(async () => {
    const form = await new Response(body, { headers: { "content-type": media } }).formData()
    return new Map(
      [...form.entries()].map(([name, value]) => [name, typeof value === "string" ? value : { size: value.size }])
    )
  }).pipe(Effect.orElseSucceed(() => undefined))

/** A value of a form: a text, or a file. */
export type FormValue = string | { readonly size: number }

const headOf = ({ headers, method, url }: IncomingMessage) => ({
  method: method ?? "",
  target: url ?? "",
  media: headers["content-type"] ?? ""
})

const collect = (request: IncomingMessage, whole: (body: Buffer) => void): void => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => whole(Buffer.concat(chunks)))
}

const write = (response: ServerResponse, { body, media, status }: Answered): void => {
  response.writeHead(status, media === "" ? {} : { "content-type": media }).end(body === "" ? undefined : body)
}

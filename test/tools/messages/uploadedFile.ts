// Every upload is an entry point.
// @effect-diagnostics strictEffectProvide:off
import { FetchHttpClient, HttpBody, HttpClient, HttpClientRequest } from "@effect/platform"
import { Effect } from "effect"
import type { SandboxShape } from "../../../src/sandbox/Sandbox.ts"

/** Uploads a file to #general, even one that the tools reject. Returns the arguments of a view. */
export const uploadTo = Effect.fnUntraced(function* (
  { ids, token, url }: Pick<SandboxShape, "ids" | "token" | "url">,
  name: string,
  type: string,
  data: Uint8Array,
  message: object = {}
) {
  const channel_id = ids.channels.general
  const form = new FormData()
  form.append("payload_json", JSON.stringify(message))
  form.append("files[0]", new Blob([Buffer.from(data)], { type }), name)
  const response = yield* HttpClientRequest.post(`${url}/v10/channels/${channel_id}/messages`).pipe(
    HttpClientRequest.setHeader("authorization", `Bot ${token}`),
    HttpClientRequest.setBody(HttpBody.formData(form)),
    HttpClient.execute
  )
  return { channel_id, message_id: String(Object(yield* response.json).id) }
}, Effect.provide(FetchHttpClient.layer))

/** Classes of input at the size limit of a frame, or slightly above it. */

/** One class of input, as bytes of a client. */
export interface InputClass {
  readonly name: string
  readonly bytes: () => string | Buffer
}

const SIZE = 4 * 1024 * 1024 - 1000
const ID = "1248328050311954441"

const filled = (piece: string, size = SIZE): string => piece.repeat(Math.floor(size / Buffer.byteLength(piece)))
const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`
const members = (count: number, value = "1"): string =>
  `{${Array.from({ length: count }, (_, at) => `"f${at}":${value}`).join(",")}}`
const items = (count: number, item: string): string => `[${filled(`${item},`, count * (item.length + 1))}${item}]`

const quote = (text: string): string => JSON.stringify(text)
const request = (method: string, params: string, id = "1"): string =>
  `{"method":${quote(method)},"params":${params},"jsonrpc":"2.0","id":${id}}\n`
const call = (tool: string, input: string): string =>
  request("tools/call", `{"name":${quote(tool)},"arguments":${input}}`)

const classes = (all: Readonly<Record<string, () => string | Buffer>>): ReadonlyArray<InputClass> =>
  Object.entries(all).map(([name, bytes]) => ({ name, bytes }))

/** Large frames, and large requests other than calls. */
export const frameClasses: ReadonlyArray<InputClass> = classes({
  "no JSON": () => `${filled("x")}\n`,
  "bytes that are no text": () => Buffer.concat([Buffer.alloc(SIZE, 0xff), Buffer.from("\n")]),
  "white space": () => `${filled(" ")}\n`,
  "empty lines": () => filled("\n", SIZE / 4),
  "many empty frames": () => filled("{}\n", SIZE / 40),
  "many lists": () => filled("[]\n", SIZE / 40),
  "many notifications": () => filled('{"jsonrpc":"2.0","method":"x"}\n', SIZE / 8),
  "many cancellations": () =>
    filled('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}\n', SIZE / 8),
  "many pings": () => filled('{"jsonrpc":"2.0","method":"ping","id":1}\n', SIZE / 8),
  "an open list in a list": () => `${filled("[")}\n`,
  "lists in lists": () => `${deep(SIZE / 2)}\n`,
  "a batch": () => `${items(SIZE / 42, '{"jsonrpc":"2.0","method":"ping","id":1}')}\n`,
  "a frame that is too long": () => `${filled("x", SIZE * 2)}\n`,
  "a call that is too long": () => call("messages_send", `{"content":${quote(filled("x", SIZE * 2))}}`),
  "an id": () => request("ping", "{}", quote(filled("x"))),
  "a method": () => request(filled("x"), "{}"),
  "a method of joiners": () => request(filled("\u200D"), "{}"),
  "a progress token": () => request("tools/call", `{"_meta":{"progressToken":${quote(filled("x"))}}}`),
  "members of a message": () => `${members(SIZE / 12)}\n`,
  "members of params": () => request("ping", members(SIZE / 12)),
  "members of params within the bound": () => request("ping", members(9000)),
  "members of _meta": () => request("tools/list", `{"_meta":${members(9000)}}`),
  "a result that nobody asked for": () => `{"jsonrpc":"2.0","id":99,"result":${members(9000)}}\n`,
  "an error that nobody asked for": () =>
    `{"jsonrpc":"2.0","id":99,"error":{"code":1,"message":${quote(filled("x"))}}}\n`,
  capabilities: () =>
    request("initialize", `{"protocolVersion":"2025-06-18","capabilities":${members(9000, "{}")},"clientInfo":5}`),
  "the uri of a resource": () => request("resources/read", `{"uri":${quote(`discord://${filled("%")}`)}}`),
  "a uri of slashes": () => request("resources/read", `{"uri":${quote(`discord://${filled("/a")}`)}}`),
  "the name of a prompt": () => request("prompts/get", `{"name":${quote(filled("x"))}}`),
  "the arguments of a prompt": () => request("prompts/get", `{"name":"summarize","arguments":${members(9000)}}`),
  "a completion": () =>
    request(
      "completion/complete",
      `{"ref":{"type":"ref/resource","uri":"discord://tool/{name}"},"argument":{"name":"name","value":${quote(filled("x"))}}}`
    ),
  "a log level": () => request("logging/setLevel", `{"level":${quote(filled("x"))}}`),
  "the reason of a cancellation": () =>
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":${quote(filled("x"))}}}\n`
})

/** Large arguments of a call. */
export const argumentClasses: ReadonlyArray<InputClass> = classes({
  "the name of a tool": () => call(filled("x"), "{}"),
  "the name of a tool in words": () => call(filled("messages_send_"), "{}"),
  "the name of a tool for a dispatcher": () => call("mcp_tools_read", `{"tool":${quote(filled("x"))}}`),
  "arguments 5,000 deep": () => call("messages_send", `{"channel_id":"${ID}","embeds":${deep(5000)}}`),
  "arguments 100,000 deep": () => call("messages_send", `{"channel_id":"${ID}","embeds":${deep(100_000)}}`),
  "arguments 2,000,000 deep": () => call("messages_send", deep(SIZE / 2)),
  "600,000 unknown fields": () => call("channels_get", members(SIZE / 12)),
  "unknown fields within the bound": () => call("channels_get", members(9000)),
  "unknown fields with long names": () =>
    call("channels_get", `{${Array.from({ length: 400 }, (_, at) => `"${at}${"f".repeat(10_000)}":1`).join(",")}}`),
  "a field with a long name": () => call("channels_get", `{${quote(filled("x"))}:1}`),
  "900,000 wrong permissions": () =>
    call("roles_create", `{"guild_id":"${ID}","permissions":${items(SIZE / 5, '"X"')}}`),
  "wrong permissions within the bound": () =>
    call("roles_create", `{"guild_id":"${ID}","permissions":${items(9000, `"${"PERMISSION_".repeat(10)}"`)}}`),
  "overwrites full of wrong permissions": () =>
    call(
      "channels_create_guild_channel",
      `{"guild_id":"${ID}","name":"x","kind":"text","permission_overwrites":${items(100, `{"id":"${ID}","type":"role","allow":${items(45, '"MANAGE_NOTHING"')},"deny":${items(45, '"SEND_NOTHING"')}}`)}}`
    ),
  "a list of ids": () => call("messages_bulk_delete", `{"channel_id":"${ID}","message_ids":${items(9000, `"${ID}"`)}}`),
  embeds: () => call("messages_send", `{"channel_id":"${ID}","embeds":${items(1500, '{"title":"x","fields":[{}]}')}}`),
  components: () =>
    call(
      "messages_send",
      `{"channel_id":"${ID}","components":${items(1500, '{"type":"container","components":[{}]}')}}`
    ),
  content: () => call("messages_send", `{"channel_id":"${ID}","content":${quote(filled("x"))}}`),
  "content of brackets": () => call("messages_send", `{"channel_id":"${ID}","content":${quote(filled("<"))}}`),
  "content of emoji": () => call("messages_send", `{"channel_id":"${ID}","content":${quote(filled("👨‍👩‍👧"))}}`),
  "content of escapes": () => call("messages_send", `{"channel_id":"${ID}","content":"${filled("\\u200b")}"}`),
  "an object for a text": () => call("messages_send", `{"channel_id":"${ID}","content":${members(9000)}}`),
  "a list for a text": () =>
    call("messages_send", `{"channel_id":"${ID}","content":${items(9000, quote("x".repeat(150)))}}`),
  "a text for a number": () => call("messages_read", `{"channel_id":"${ID}","limit":${quote(filled(", actual "))}}`),
  "a text for a list": () => call("messages_send", `{"channel_id":"${ID}","embeds":${quote(filled("x"))}}`),
  "a text for a word": () =>
    call("channels_create_guild_channel", `{"guild_id":"${ID}","name":"x","kind":${quote(filled("x"))}}`),
  "an id": () => call("channels_get", `{"channel_id":${quote(filled("1"))}}`),
  "an id of spaces": () => call("channels_get", `{"channel_id":${quote(`1${filled(" ")}1`)}}`),
  "a link for an id": () => call("guild_get", `{"guild_id":${quote(`https://${filled("w")}`)}}`),
  "a digit many times": () => call("channels_get", `{"channel_id":${filled("1")}}`),
  "a file that is no base64": () =>
    call("messages_send", `{"channel_id":"${ID}","files":[{"base64":${quote(filled("-"))}}]}`),
  "a file": () => call("messages_send", `{"channel_id":"${ID}","files":[{"base64":${quote(filled("AAAA"))}}]}`),
  "the name of a file": () =>
    call("messages_send", `{"channel_id":"${ID}","files":[{"base64":"AAAA","name":${quote(filled("x"))}}]}`),
  "an address": () =>
    call("messages_send", `{"channel_id":"${ID}","files":[{"url":${quote(`https://${filled("a.")}`)}}]}`),
  "a time": () =>
    call("members_modify", `{"guild_id":"${ID}","user_id":"${ID}","timeout_until":${quote(filled("2"))}}`),
  "a search": () => call("mcp_tools_search", `{"query":${quote(filled("a "))}}`),
  "a confirmation": () =>
    call("messages_delete", `{"channel_id":"${ID}","message_id":"${ID}","__confirm":${quote(filled("x"))}}`),
  "a reason": () =>
    call("messages_delete", `{"channel_id":"${ID}","message_id":"${ID}","reason":${quote(filled("x"))}}`),
  __proto__: () => call("mcp_tools_read", `{"tool":"channels_get","args":{"__proto__":${members(9000)}}}`),
  "arguments of a dispatcher": () => call("mcp_tools_read", `{"tool":"channels_get","args":${members(9000)}}`),
  "arguments of a dispatcher, far too many": () =>
    call("mcp_tools_read", `{"tool":"channels_get","args":${members(SIZE / 12)}}`),
  "arguments of a dispatcher in a long text": () =>
    call("mcp_tools_read", `{"tool":"channels_get","args":{"channel_id":${quote(filled("x"))}}}`)
})

/** Large values in all fields of each listed tool: as texts, as lists, and with unknown fields. */
export const catalogueClasses = (tools: unknown): ReadonlyArray<InputClass> =>
  (Array.isArray(tools) ? tools : []).flatMap((tool) => {
    const name = String(tool.name)
    const fields = Object.keys(Object(Object(tool.inputSchema).properties))
    const each = (value: (share: number) => string) => () =>
      call(name, `{${fields.map((field) => `${quote(field)}:${value(1 / fields.length)}`).join(",")}}`)
    return classes({
      [`${name}, texts`]: each((share) => quote(filled("x", SIZE * share - 100))),
      [`${name}, lists`]: each((share) => items(Math.floor(9000 * share), quote("x".repeat(100)))),
      [`${name}, objects`]: each((share) => members(Math.floor(9000 * share)))
    })
  })

/** Tokens and paths as people write them. */
import { sep, win32 } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option, Redacted } from "effect"
import { loadSettings } from "../../src/config/loadSettings.ts"
import { readPath } from "../../src/config/plainValue.ts"
import { variables } from "../../src/config/Settings.ts"
import { decodeText } from "../../src/text/decodeText.ts"

const TOKEN = `${Buffer.from("1219699408896000001").toString("base64url")}.Gabcde.not-a-real-token-but-of-its-shape`
const known = { tools: [], categories: [] }
type Environment = Readonly<Record<string, string>>

/** Loads settings. The file has these bytes. */
const load = (environment: Environment, bytes: Uint8Array = Buffer.from(TOKEN)) => {
  const read: Array<string> = []
  return loadSettings({ HOME: "/home/ada", ...environment }, known, (path) => {
    read.push(path)
    return decodeText(bytes)
  }).pipe(Effect.map((loaded) => ({ ...loaded, read })))
}

const problemsOf = (environment: Environment, bytes?: Uint8Array) =>
  Effect.map(Effect.flip(load(environment, bytes)), ({ problems }) => problems.join("\n"))

const texts: Readonly<Record<string, string>> = {
  "double quotes": `"${TOKEN}"`,
  "single quotes": `'${TOKEN}'`,
  backticks: `\`${TOKEN}\``,
  "spaces and a line break": `  ${TOKEN} \r\n`,
  "a prefix": `Bot ${TOKEN}`,
  "a prefix in quotes": `"Bot ${TOKEN}"`,
  "its name": `DISCORD_TOKEN=${TOKEN}`,
  "its name and quotes": `DISCORD_TOKEN="${TOKEN}"`,
  "the name of another program": `BOT_TOKEN = ${TOKEN}`,
  "export of a shell": `export DISCORD_TOKEN='${TOKEN}'`,
  "set of cmd": `set DISCORD_TOKEN=${TOKEN}`,
  "a variable of PowerShell": `$env:DISCORD_TOKEN = "${TOKEN}"`,
  "a line of JSON": `"DISCORD_TOKEN": "${TOKEN}",`,
  "a line of YAML": `token: ${TOKEN}`,
  "a byte order mark": `\uFEFF${TOKEN}`,
  "a space without width": `\u200B${TOKEN}\u200B`
}

/** A file with more lines, of which one sets the token. */
const files: Readonly<Record<string, string>> = {
  ...texts,
  "blank lines": `\r\n\r\n${TOKEN}\r\n\r\n`,
  "a comment": `# the bot\n${TOKEN}\n`,
  "other settings": `LOG_LEVEL=debug\r\nDISCORD_TOKEN=${TOKEN}\r\nMCP_READ_ONLY=true\r\n`
}

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()

const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  "UTF-8": (text) => Buffer.from(text),
  "UTF-8 with a mark": (text) => Buffer.from(`\uFEFF${text}`),
  "UTF-16 as PowerShell writes it": (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  "UTF-16 without a mark": (text) => Buffer.from(text, "utf16le"),
  "UTF-16, big end first": (text) => swapped(Buffer.from(`\uFEFF${text}`, "utf16le")),
  "UTF-16, big end first, without a mark": (text) => swapped(Buffer.from(text, "utf16le"))
}

describe("a token", () => {
  for (const [what, text] of Object.entries(texts)) {
    it.effect(`is accepted with ${what}`, () =>
      Effect.map(load({ DISCORD_TOKEN: text }), ({ token }) => assert.strictEqual(Redacted.value(token), TOKEN))
    )
  }

  for (const [encoding, encode] of Object.entries(encodings)) {
    it.effect(`is read from a file in ${encoding}, however it is written there`, () =>
      Effect.forEach(Object.entries(files), ([what, text]) =>
        Effect.map(load({ DISCORD_TOKEN_FILE: "/run/token" }, encode(text)), ({ token }) =>
          assert.strictEqual(Redacted.value(token), TOKEN, what)
        )
      )
    )
  }

  const wrong: Readonly<Record<string, readonly [text: string, problem: RegExp]>> = {
    "a path": ["/run/secrets/token", /is a path, not a token. Set DISCORD_TOKEN_FILE/],
    "a path of the home directory": ["~/.discord/token.txt", /is a path, not a token/],
    "a path of Windows": ["C:\\Users\\ada\\token.txt", /is a path, not a token/],
    "one quotation mark": [`"${TOKEN}`, /quotation mark on one side only/],
    "an address": ["https://discord.com/api/webhooks/1/abc", /is an address, not a token/]
  }
  for (const [what, [text, problem]] of Object.entries(wrong)) {
    it.effect(`is not ${what}, and the fault names the setting`, () =>
      Effect.gen(function* () {
        const direct = yield* problemsOf({ DISCORD_TOKEN: text })
        assert.match(direct, /^DISCORD_TOKEN: /)
        assert.match(direct, problem)
        const inFile = yield* problemsOf({ DISCORD_TOKEN_FILE: "/run/token" }, Buffer.from(text))
        assert.match(inFile, /^DISCORD_TOKEN_FILE: /)
        assert.match(inFile, problem)
        assert.notInclude(direct + inFile, TOKEN)
      })
    )
  }

  it.effect("in place of the path of its file is named as such, and not shown", () =>
    Effect.map(problemsOf({ DISCORD_TOKEN_FILE: TOKEN }), (problems) => {
      assert.include(problems, "DISCORD_TOKEN_FILE: is the token itself, not the path of its file")
      assert.notInclude(problems, TOKEN)
    })
  )

  it.effect("in a file that is no text has the fault and the setting", () =>
    Effect.map(problemsOf({ DISCORD_TOKEN_FILE: "/run/token" }, Uint8Array.of(0x89, 0x50, 0x4e, 0xff, 0xfe)), (text) =>
      assert.include(text, "not a text in UTF-8 or UTF-16")
    )
  )
})

describe("a value", () => {
  const forms: ReadonlyArray<(name: string, value: string) => string> = [
    (_, value) => `"${value}"`,
    (_, value) => `“${value}”`,
    (name, value) => `${name}=${value}`,
    (name, value) => `export ${name}='${value}'`,
    (name, value) => `$env:${name} = "${value}"`,
    (name, value) => `- ${name}: ${value}`,
    (_, value) => `\uFEFF ${value}\r\n`
  ]
  /** A value of each setting that has no default. */
  const samples: Readonly<Record<string, string>> = {
    DISCORD_EXPECTED_BOT_ID: "1219699408896000001",
    ALLOWED_GUILDS: "1219699408896000001,1219699408896000002",
    MCP_REDIS_URL: "redis://cache:6379/0",
    HTTPS_PROXY: "http://user:pass@proxy.example:3128",
    OTEL_EXPORTER_OTLP_HEADERS: "a=b,c=d",
    MCP_METRICS_ADDRESS: "127.0.0.1:9464",
    MCP_HTTP_ALLOWED_ORIGINS: "https://app.example.com"
  }
  it.effect("of each setting is read without its quotes and its name", () =>
    Effect.forEach(Object.entries(variables), ([, { fallback, name }]) =>
      Effect.gen(function* () {
        const value = samples[name] ?? fallback
        if (value === "") return
        const plain = yield* load({ DISCORD_TOKEN: TOKEN, [name]: value })
        for (const form of forms) {
          const { settings } = yield* load({ DISCORD_TOKEN: TOKEN, [name]: form(name, value) })
          assert.deepStrictEqual(settings, plain.settings, form(name, value))
        }
      })
    )
  )
})

/** The settings that are paths, with their keys. */
const paths = (["filesDir", "auditFile", "httpClientsFile"] as const).map((key) => [variables[key].name, key] as const)

describe.runIf(sep === "/")("a path", () => {
  const accepted = (name: string): ReadonlyArray<readonly [string, string]> => [
    ["/data/a b/c", "/data/a b/c"],
    ['"/data/a b"', "/data/a b"],
    ["'/data/x'", "/data/x"],
    [" /data/x \r\n", "/data/x"],
    ["\uFEFF/data/x", "/data/x"],
    ["~/x", "/home/ada/x"],
    ["~", "/home/ada"],
    ['"~/a b"', "/home/ada/a b"],
    [`${name}=/data/x`, "/data/x"],
    [`export ${name}="~/x"`, "/home/ada/x"],
    ["relative/x", "relative/x"],
    ["/data/~/x=1", "/data/~/x=1"]
  ]
  const refused: ReadonlyArray<readonly [string, RegExp]> = [
    ["C:\\Users\\ada\\x", /is a path of Windows/],
    ["c:/Users/ada", /is a path of Windows/],
    ["\\\\server\\share", /is a path of Windows/],
    ["~bea/x", /home directory of another user/],
    ["$HOME/x", /begins with a variable, which nothing replaces/],
    ["%USERPROFILE%\\x", /begins with a variable, which nothing replaces/],
    ['"/data/x', /quotation mark on one side only/],
    ["OTHER=/data/x", /sets another variable/],
    ["file:///data/x", /is a URL/],
    ["/data/x\n/data/y", /has several lines/],
    ["C:\temp", /control character/]
  ]
  for (const [name, key] of paths) {
    it.effect(`of ${name} is read as people write it`, () =>
      Effect.forEach(accepted(name), ([text, path]) =>
        Effect.map(load({ DISCORD_TOKEN: TOKEN, [name]: text }), ({ settings }) =>
          assert.strictEqual(settings[key], path, text)
        )
      )
    )

    it.effect(`of ${name} that is unclear is refused by its name`, () =>
      Effect.forEach(refused, ([text, problem]) =>
        Effect.map(problemsOf({ DISCORD_TOKEN: TOKEN, [name]: text }), (problems) => {
          assert.match(problems, new RegExp(`^${name}: `))
          assert.match(problems, problem)
        })
      )
    )
  }

  it.effect("of the token's file is the one that is read", () =>
    Effect.map(load({ DISCORD_TOKEN_FILE: '"~/token.txt"' }), ({ read }) =>
      assert.deepStrictEqual(read, ["/home/ada/token.txt"])
    )
  )

  it.effect("with ~ is refused without a home directory", () =>
    Effect.map(problemsOf({ HOME: "", DISCORD_TOKEN: TOKEN, MCP_FILES_DIR: "~/x" }), (problems) =>
      assert.include(problems, "no home directory is set")
    )
  )
})

describe("a path of Windows", () => {
  const read = (text: string) => readPath(text, "C:\\Users\\ada", win32)
  it("is taken on Windows, and one of another shell is refused", () => {
    for (const [text, path] of [
      ["C:\\data\\x", "C:\\data\\x"],
      ["\\\\server\\share\\x", "\\\\server\\share\\x"],
      ["~\\x", "C:\\Users\\ada\\x"],
      ["~/x", "C:\\Users\\ada\\x"],
      ["data/x", "data/x"]
    ] as const) {
      assert.deepStrictEqual(read(text), Either.right(path))
    }
    for (const text of ["/c/Users/ada", "/mnt/c/x"]) {
      assert.match(Option.getOrThrow(Either.getLeft(read(text))), /Git Bash or WSL/)
    }
  })
})

describe("a text file", () => {
  it("in an encoding that is no text is refused", () => {
    assert.isTrue(Either.isLeft(decodeText(Uint8Array.of(0xc3, 0x28))))
  })
})

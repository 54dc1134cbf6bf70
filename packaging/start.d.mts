/** What is read of package.json. */
export interface StartManifest {
  readonly name: string
  readonly version: string
  /** Whether the npm registry has the package. */
  readonly published: boolean
}

interface Launch {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** package.json of this checkout. */
export declare const manifestOf: (root?: string) => StartManifest

/** The command line of the pages, to which a command is added. In a checkout it works in the top directory. */
export declare const startLine: (manifest: StartManifest) => string

/** The command and the arguments of a client's entry. `checkout` is the path of the checkout. */
export declare const launchOf: (manifest: StartManifest, checkout?: string) => Launch

/** What npm, pnpm and yarn install: the name, or the file that `npm pack` makes. */
export declare const packageSpec: (manifest: StartManifest) => string

/** An entry for every client that reads `mcpServers`. */
export declare const entryOf: (manifest: StartManifest) => object

/** The lines that add the server with a client's own command, for a POSIX shell in the top directory of the checkout. */
export declare const clientLines: (
  manifest: StartManifest
) => ReadonlyArray<{ readonly client: string; readonly line: string }>

/** A link per client and per way to start: on the sandbox, and with a bot. They work only for a published package. */
export declare const installLinks: (
  manifest: StartManifest
) => ReadonlyArray<{ readonly client: string; readonly sandbox: string; readonly bot: string }>

/** Returns a page in which every command, entry and install line starts the package as `published` says. */
export declare const withCommands: (page: string, manifest: StartManifest) => string

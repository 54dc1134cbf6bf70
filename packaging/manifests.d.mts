/** What is read of package.json. */
interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly mcpName: string
  readonly license: string
  readonly keywords: ReadonlyArray<string>
  readonly engines: { readonly node: string }
}

/** `server.json` for the MCP registry. */
export declare const serverJson: (manifest: Manifest) => {
  readonly description: string
  readonly packages: ReadonlyArray<{
    readonly environmentVariables: ReadonlyArray<{ readonly name: string; readonly isSecret?: boolean }>
  }>
}

/** The manifest of the `.mcpb` bundle. */
export declare const mcpbManifest: (manifest: Manifest) => {
  readonly server: { readonly mcp_config: { readonly env: Readonly<Record<string, string>> } }
  readonly user_config: Readonly<
    Record<
      string,
      {
        readonly type: string
        readonly title: string
        readonly description: string
        readonly required: boolean
        readonly default?: string | boolean
      }
    >
  >
}

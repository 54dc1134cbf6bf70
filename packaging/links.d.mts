/** A link per client and per way to start: on the sandbox, and with a bot. */
export declare const installLinks: (manifest: {
  readonly name: string
}) => ReadonlyArray<{ readonly client: string; readonly sandbox: string; readonly bot: string }>

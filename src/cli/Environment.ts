/** The platform and the environment variables of the process. */
export interface Host {
  readonly platform: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** The host, and the working directory of the command. */
export interface Environment extends Host {
  readonly directory: string
}

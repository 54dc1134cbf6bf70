/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  blueprint_export:
    "guild as code, server as yaml, export roles and channels to a file, infrastructure as code, configuration as code, dump the server setup as yaml",
  blueprint_apply:
    "guild as code, apply a yaml file to the server, sync the server with a file, terraform apply, make the server like the file, set up a server from a file, copy a server from staging to production, roll out a blueprint",
  blueprint_plan:
    "guild as code, drift of the server, compare the server with a yaml file, preview changes of a yaml file, terraform plan, dry run of a blueprint, what differs from the blueprint"
} as const

/** The schemas come without types: they are read as values. */
declare module "discord-api-spec/zod"

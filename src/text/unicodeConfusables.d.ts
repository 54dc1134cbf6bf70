/** The package has no types. */
declare module "unicode-confusables" {
  /** Replaces each character by the one that Unicode's table of confusables names for it. */
  export const rectifyConfusion: (text: string) => string
}

import type { FastCheck } from "effect"

/** Lower-case letters and digits. */
export const LOWER_CASE = "abcdefghijklmnopqrstuvwxyz0123456789"

/** Letters and digits. */
export const ALPHANUMERIC = `${LOWER_CASE}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/**
 * Makes an `arbitrary` annotation that generates texts of these characters. `stringMatching` is far slower to build,
 * and a schema that is used recursively builds its annotation many times.
 */
export const textOf =
  (characters: string, minLength: number, maxLength: number) =>
  () =>
  (fc: typeof FastCheck): FastCheck.Arbitrary<string> =>
    fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map((text) => text.join(""))

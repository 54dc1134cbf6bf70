/** Words as people use them, for finding what they mean. */

/** Words that say nothing about what is wanted. */
export const unspoken: ReadonlySet<string> = new Set(
  "a an the to of in on for from with is are was be it its this that who what which how do does i me my we you your please can could all any some by and or".split(
    " "
  )
)

/** Singular and plural, and forms of verbs, are one word: enough for names. */
export const stem = (word: string): string => word.replace(/(?:ies)$/, "y").replace(/(?<=\w{3})(?:ing|ed|es|s)$/, "")

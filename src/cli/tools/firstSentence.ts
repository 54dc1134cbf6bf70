/** The first sentence of a description, or all of it. */
export const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text

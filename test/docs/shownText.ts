/** Returns the text of the picture. */
export const shown = (svg: string) =>
  [...svg.matchAll(/<text [^>]*xml:space[^>]*>(.*?)<\/text>/g)]
    .map(([, text = ""]) => text.replaceAll(/<[^>]+>/g, ""))
    .join("\n")

// The conformance suite imports `globSync`, which node:fs has since Node 22. Its server mode never calls it.
import { register } from "node:module"

const hooks = `
export const load = async (url, context, next) => {
  const loaded = await next(url, context)
  return url.endsWith("/conformance/dist/index.js")
    ? { ...loaded, source: String(loaded.source).replace("globSync as ", "readdirSync as ") }
    : loaded
}`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)

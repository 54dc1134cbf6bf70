// The README of the package: npm's site and other registries show it outside the repository, so its links are absolute.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"

/** Returns a README whose relative links and pictures lead to the repository. */
export const withAbsoluteLinks = (readme, repository) =>
  readme.replaceAll(/(!?)\[([^\]]*)\]\((?!\w+:|#)([^)\s]+)\)/g, (_, picture, text, path) =>
    picture === "!"
      ? `![${text}](${repository.replace("github.com", "raw.githubusercontent.com")}/HEAD/${path})`
      : `[${text}](${repository}/blob/HEAD/${path})`
  )

const kept = ".cache/README.md"

/** `prepack` replaces the README; `postpack` puts it back. */
const [, , step] = process.argv
if (step === "pack") {
  const { repository } = JSON.parse(readFileSync("package.json", "utf8"))
  const readme = readFileSync("README.md", "utf8")
  mkdirSync(".cache", { recursive: true })
  writeFileSync(kept, readme)
  writeFileSync("README.md", withAbsoluteLinks(readme, repository.url.replace(/^git\+|\.git$/g, "")))
}
if (step === "restore" && existsSync(kept)) renameSync(kept, "README.md")

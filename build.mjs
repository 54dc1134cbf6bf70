// The binary: one bundle, split so that a command loads only what it runs.
import { rm } from "node:fs/promises"
import { build } from "esbuild"

await rm("dist", { recursive: true, force: true })

await build({
  entryPoints: ["src/main.ts"],
  outdir: "dist/bin",
  bundle: true,
  splitting: true,
  // Names stay, for they are told in logs; `keepNames` would pay for them at every closure.
  minifyWhitespace: true,
  minifySyntax: true,
  format: "esm",
  platform: "node",
  target: "node20",
  legalComments: "none",
  // CommonJS dependencies ask for `require`, which an ES module does not have.
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' }
})

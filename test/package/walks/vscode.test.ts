import * as NodeContext from "@effect/platform-node/NodeContext"
import { layer } from "@effect/vitest"
import { Layer } from "effect"
import { layer as binary } from "../../process/binary.ts"
import { walkOwner } from "./owner.ts"

layer(Layer.merge(binary, NodeContext.layer), { excludeTestServices: true })("an owner with VS Code", (it) => {
  it.scoped("gets from an empty machine to a deletion that is agreed to, by the page", () => walkOwner("vscode"))
})

/** Re-exports the Node file system. A separate module, so that it is loaded only when a file is read. */
export * as FileSystem from "@effect/platform/FileSystem"
export * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"

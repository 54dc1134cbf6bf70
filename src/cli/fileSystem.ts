/** The file system of this machine, in a file of its own so that it is loaded only by those who read one. */
export * as FileSystem from "@effect/platform/FileSystem"
export * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"

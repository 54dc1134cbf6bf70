export declare const sourcesDigest: (root: string) => string

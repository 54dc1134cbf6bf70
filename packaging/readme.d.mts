/** Returns a README whose relative links and pictures lead to the repository. */
export declare const withAbsoluteLinks: (readme: string, repository: string) => string

/** An address as it may be shown: some stand behind a name and a password. */
export const shownAddress = (address: string): string => address.replace(/^(https?:\/\/)[^/@]*@/, "$1")

/**
 * What may be looked at by whoever was given a link, without an account: by the word of its address.
 * A kind is declared here, has its page in `src/main.tsx`, and the calls and rows of its own domain.
 */
export const sharedKinds = ['camera'] as const
export type SharedKind = (typeof sharedKinds)[number]
export const sharedPath = (kind: SharedKind) => `/share/${kind}`
/** Where a link leads. The key is behind the #, where no server and no log sees it. */
export const sharedAddress = (kind: SharedKind, key: string) => `${sharedPath(kind)}#${key}`

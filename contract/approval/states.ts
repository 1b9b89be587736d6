/** What became of a case: on its way, or how it ended. */
export const caseStates = { open: 1, approved: 2, rejected: 3, withdrawn: 4 } as const
/** What became of one person's part in it; `waiting`: others of the node come first. */
export const taskStates = { waiting: 0, open: 1, reviewed: 2, rejected: 3 } as const

/** `broken`: it names records that are deleted; the others are watched. */
export const referenceStates = { active: 'active', broken: 'broken' } as const

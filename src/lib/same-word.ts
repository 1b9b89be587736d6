/**
 * Stands for `pluralize` (vite.config.ts): refine makes English names of lists with it, where a
 * translation is missing; ours never is.
 */
const same = (word: string): string => word
export default Object.assign(same, { plural: same, singular: same, isPlural: () => false })

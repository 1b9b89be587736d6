/** Where the databases of tests lie: in memory where the system has a place for that. */
export function scratchDir(): string

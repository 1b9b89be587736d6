export function findChromium(): string | undefined
export function findTestBrowser(): string | undefined
export function installTestBrowser(): Promise<string | { problem: string }>

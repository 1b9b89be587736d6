export const importKey = (entity: string) => `import:${entity}`

/** Whether an import begun before a reload is still to be looked at. */
export const hasImport = (entity: string) => sessionStorage.getItem(importKey(entity)) !== null

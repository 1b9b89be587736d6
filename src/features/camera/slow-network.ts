import { useState } from 'react'

interface Connection {
  saveData?: boolean
  effectiveType?: string
}
/** Whether the browser says that its link is slow, or that its owner wants to save. */
export function savesData(): boolean {
  const { saveData, effectiveType = '' } =
    (navigator as Navigator & { connection?: Connection }).connection ?? {}
  return saveData === true || ['slow-2g', '2g', '3g'].includes(effectiveType)
}
/** The same, as it was at first. */
export function useSlowNetwork(): boolean {
  const [isSlow] = useState(savesData)
  return isSlow
}

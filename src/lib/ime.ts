/**
 * Whether a key press belongs to an input method: Enter then picks a word and must not submit
 * (docs/specification.md 4.10).
 * Safari ends the composition first and tells it by keyCode 229 only.
 */
export const isComposing = (event: {
  isComposing?: boolean
  keyCode?: number
  nativeEvent?: { isComposing?: boolean; keyCode?: number }
}) => {
  const key = event.nativeEvent ?? event
  return key.isComposing === true || key.keyCode === 229
}

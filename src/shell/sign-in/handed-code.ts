/**
 * The code behind the # of a link that somebody was handed: no server and no log ever sees it
 * there.
 */
export const handedCode = () => {
  try {
    return decodeURIComponent(location.hash.slice(1)).slice(0, 40)
  } catch {
    return ''
  }
}

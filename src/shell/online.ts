/** Calls when the connection goes and when it comes back; answers how to stop. */
export function listenOnline(told: () => void): () => void {
  addEventListener('online', told)
  addEventListener('offline', told)
  return () => {
    removeEventListener('online', told)
    removeEventListener('offline', told)
  }
}

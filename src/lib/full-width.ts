/** Digits, letters and signs typed with a Chinese input method, as their plain counterparts. */
export const toHalfWidth = (text: string) =>
  text
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')

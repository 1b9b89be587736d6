/** Whoever a thing is called after keeps the capital. */
const afterPeople = /^Venturi\b/
/**
 * A label inside a sentence: "Payload decoder" is written "payload decoder" there. Words that are
 * not capitalized for standing first keep their letters: SIM card, LoRaWAN node, 4G LoRa node.
 */
export const midSentence = (label: string): string =>
  /^[A-Z][a-z]*(?![\w])/.test(label) && !afterPeople.test(label)
    ? label[0]!.toLowerCase() + label.slice(1)
    : label

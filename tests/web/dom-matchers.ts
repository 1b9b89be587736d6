import { expect } from 'vitest'

/** The few questions about elements that the tests here ask; not worth a library. */
const description = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => (id && document.getElementById(id)?.textContent) || '')
    .join(' ')
    .trim()

const verdict = (pass: boolean, seen: unknown, wanted: unknown) => ({
  pass,
  message: () => `saw ${JSON.stringify(seen)}, wanted ${JSON.stringify(wanted)}`,
})

expect.extend({
  toBeInTheDocument: (element: Element | null) =>
    verdict(document.contains(element), element?.outerHTML, 'in the document'),
  toHaveFocus: (element: Element) =>
    verdict(
      document.activeElement === element,
      document.activeElement?.outerHTML,
      element.outerHTML,
    ),
  toHaveValue: (element: HTMLInputElement, value: string) =>
    verdict(element.value === value, element.value, value),
  toHaveAttribute: (element: Element | null, name: string, value?: string) =>
    verdict(
      value === undefined
        ? element?.hasAttribute(name) === true
        : element?.getAttribute(name) === value,
      element?.getAttribute(name),
      value ?? name,
    ),
  toHaveAccessibleDescription: (element: Element, text: string) =>
    verdict(description(element) === text, description(element), text),
  toHaveTextContent: (element: Element, text: string) =>
    verdict(element.textContent.includes(text), element.textContent, text),
  toBeDisabled: (element: Element) =>
    verdict(element.matches(':disabled'), element.outerHTML, 'disabled'),
  toBeEnabled: (element: Element) =>
    verdict(element.matches(':enabled'), element.outerHTML, 'enabled'),
})

interface DomMatchers<R> {
  toBeInTheDocument: () => R
  toHaveFocus: () => R
  toHaveValue: (value: string) => R
  toHaveAttribute: (name: string, value?: string) => R
  toHaveAccessibleDescription: (text: string) => R
  toHaveTextContent: (text: string) => R
  toBeDisabled: () => R
  toBeEnabled: () => R
}
declare module 'vitest' {
  interface Matchers<T> extends DomMatchers<T> {}
}

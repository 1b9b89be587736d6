import { Checkbox } from 'antd'

interface CheckboxesProps<T> {
  /** What all of them are about, where no label of a field says so. */
  label?: string
  value: readonly T[]
  options: readonly { value: T; label: string }[]
  disabled?: boolean | undefined
  onChange: (value: T[]) => void
}
/**
 * Several of a few. Not antd's group, which takes a new value over in an effect: until then a box
 * that was clicked stands as before, and the next click starts from what is no longer so.
 */
export function Checkboxes<T extends string | number>({
  label,
  value,
  options,
  disabled,
  onChange,
}: CheckboxesProps<T>) {
  return (
    <div role="group" aria-label={label} className="checkboxes">
      {options.map((option) => (
        <Checkbox
          key={option.value}
          checked={value.includes(option.value)}
          disabled={disabled}
          onChange={({ target }) =>
            onChange(
              options
                .map((one) => one.value)
                .filter((one) => (one === option.value ? target.checked : value.includes(one))),
            )
          }
        >
          {option.label}
        </Checkbox>
      ))}
    </div>
  )
}

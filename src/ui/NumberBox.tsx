import { InputNumber, type InputNumberProps } from 'antd'

/**
 * antd's number box without its two arrows, which it calls "Increase Value" in every language; the
 * arrow keys count up and down as well.
 */
export const NumberBox = (props: InputNumberProps<number>) => (
  <InputNumber<number> {...props} controls={false} />
)

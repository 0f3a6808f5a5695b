import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Field } from '#commands/kinds.ts';
import { toJsonNumber } from '#money/money.ts';
import { Button, type ButtonProps } from '#platform/web/ui/button.tsx';
import { AmountField, useReadAmount } from '#money/web/amount-field.tsx';
import { useReadDecimal } from '#platform/web/i18n/use-read-decimal.ts';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { TextArea } from '#platform/web/ui/text-area.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { DayField, noDay } from '../day-field.tsx';
import { UploadField } from '../operations/file-field.tsx';
import { CommandDialog, type CommandDialogProps } from './command-dialog.tsx';
import { type CommandShape, useCommandShape } from './use-command.ts';

/** What stands in a form's fields, by name. */
export type Typed = Readonly<Record<string, string>>;

interface FormDialogProps extends Pick<CommandDialogProps, 'isDangerous' | 'after' | 'onClose' | 'onDone'> {
  command: string;
  /** Parameters that the page knows already, and does not ask for; undefined ones are not given. */
  given?: Readonly<Record<string, unknown>>;
  /** What stands in its fields at first. */
  start?: Typed;
  /** By which the page leaves out fields, or requires them, by what is typed. */
  fieldsOf?: (fields: readonly Field[], typed: Typed) => readonly Field[];
  onType?: (typed: Typed) => void;
  /** What the page shows above the fields, or after them, told what they say. */
  children?: ReactNode | ((values: Readonly<Record<string, unknown>>) => ReactNode);
}

/** The dialog of a command: a field for each parameter by its kind, and what is wrong with it said there. */
export function FormDialog({ command, ...props }: FormDialogProps) {
  const shape = useCommandShape(command);
  return shape && <Form shape={shape} {...props} />;
}

/** The button that opens it, by the command's own name; nothing for whom it is not. */
export function CommandButton({
  kind = 'secondary',
  ...props
}: Omit<FormDialogProps, 'onClose'> & Pick<ButtonProps, 'kind'>) {
  // What it opened stays, whatever the button becomes by being pressed.
  const [opened, setOpened] = useState<string | null>(null);
  const shape = useCommandShape(props.command);
  if (!shape) return null;
  return (
    <>
      <Button kind={kind} onClick={() => setOpened(props.command)}>
        {shape.Form.Title}
      </Button>
      {opened && <FormDialog {...props} command={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const asTheyAre = (fields: readonly Field[]): readonly Field[] => fields;

interface FormProps extends Omit<FormDialogProps, 'command'> {
  shape: CommandShape;
}

function Form({ shape, given, start, fieldsOf = asTheyAre, onType, children, ...props }: FormProps) {
  const { Title, Fields } = shape.Form;
  const [typed, setTyped] = useState<Typed>(() => ({ ...firstOf(Fields), ...start }));
  const asked = fieldsOf(
    Fields.filter(({ Name }) => Name !== 'reason' && !Object.hasOwn(given ?? {}, Name)),
    typed,
  );
  const readAmount = useReadAmount();
  const readDecimal = useReadDecimal();
  const read = ({ Name, Kind: kind }: Field): unknown => {
    const said = typed[Name]?.trim() ?? '';
    if (said === '') return undefined;
    if (kind === 'value') return readJson(said);
    if (kind === 'flag') return true;
    if (kind === 'number') return Number(readDecimal(said, 6) ?? Number.NaN) || said;
    if (said === noDay) return undefined;
    if (kind === 'moment') return readInstant(said);
    const amount = kind === 'money' ? readAmount(said) : null;
    return amount === null ? said : toJsonNumber(amount);
  };
  const values = Object.fromEntries(asked.map((field) => [field.Name, read(field)]));
  return (
    <CommandDialog
      {...props}
      command={shape.Command}
      params={{ ...values, ...given }}
      title={Title}
      lead={shape.Summary}
      submit={Title}
      isIncomplete={asked.some(
        ({ Name, IsRequired }) => typed[Name] === noDay || (IsRequired && values[Name] === undefined),
      )}
    >
      {(wrong) => (
        <>
          {typeof children !== 'function' && children}
          {asked.map((field) => (
            <ParamField
              key={field.Name}
              field={field}
              value={typed[field.Name] ?? ''}
              onChange={(value) => {
                const next = { ...typed, [field.Name]: value };
                setTyped(next);
                onType?.(next);
              }}
              error={wrong(field.Name)}
            />
          ))}
          {typeof children === 'function' && children(values)}
        </>
      )}
    </CommandDialog>
  );
}

/** What a form begins with. */
const firstOf = (fields: readonly Field[]): Typed =>
  Object.fromEntries(fields.flatMap(({ Name, First }) => (First === null ? [] : [[Name, First]])));

interface ParamFieldProps {
  field: Field;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function ParamField({ field, ...input }: ParamFieldProps) {
  const { Kind: kind, Label, Hint, Most, IsLong } = field;
  if (kind === 'money') return <AmountField label={Label} hint={Hint} {...input} />;
  if (kind === 'day') return <DayField label={Label} hint={Hint} {...input} />;
  if (kind === 'file') return <UploadField label={Label} {...input} />;
  if (kind === 'flag') {
    return (
      <Checkbox
        isChecked={input.value !== ''}
        onChange={(isOn) => input.onChange(isOn ? 'yes' : '')}
        error={input.error}
      >
        {Label}
      </Checkbox>
    );
  }
  if (kind === 'choice') return <ChoiceField field={field} {...input} />;
  const most = Most !== null && { maxLength: Most };
  if (IsLong) return <TextArea label={Label} hint={Hint} dir="auto" spellCheck {...most} {...input} />;
  const isPerson = kind === 'staff' || kind === 'customer' || kind === 'address';
  return (
    <TextField
      label={Label}
      hint={Hint}
      {...(isPerson && { type: 'email', dir: 'ltr', autoCapitalize: 'none' })}
      {...(kind === 'number' && { inputMode: 'decimal' })}
      {...(kind === 'moment' && { type: 'datetime-local' })}
      {...(kind === 'text' && { dir: 'auto' })}
      autoComplete="off"
      spellCheck={kind === 'text'}
      {...most}
      {...input}
    />
  );
}

function ChoiceField({ field: { Label, Hint, First, IsRequired, Options }, ...input }: ParamFieldProps) {
  const t = useTranslations('console.command');
  const nothing = { value: '', label: IsRequired ? t('choose') : t('notSaid') };
  const options = Options.map(({ Value, Label: label }) => ({ value: Value, label }));
  const note = Options.find(({ Value }) => Value === input.value)?.Note;
  return (
    <Select label={Label} hint={note ?? Hint} options={First === null ? [nothing, ...options] : options} {...input} />
  );
}

/** What a clock of the reader's own zone shows. */
function readInstant(typed: string): string {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? typed : at.toISOString();
}

/** As on the command line: what is no JSON is a text. */
function readJson(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

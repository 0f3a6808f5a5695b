import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Field } from '#commands/kinds.ts';
import { toJsonNumber } from '#money/money.ts';
import { Button, type ButtonProps } from '#platform/web/ui/button.tsx';
import { AmountField, useReadAmount } from '#money/web/amount-field.tsx';
import { useReadDecimal } from '#platform/web/i18n/use-read-decimal.ts';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { TextArea } from '#platform/web/ui/text-area.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { DayField, noDay } from '../day-field.tsx';
import type { Unit } from '#console/offers-contract.ts';
import { valueOfDraft } from '../offers/drafts.ts';
import { useSettingName } from '../offers/use-setting-name.ts';
import { UploadField } from '../operations/file-field.tsx';
import { CommandDialog, type CommandDialogProps } from './command-dialog.tsx';
import { type CommandShape, kindOf, useCommandShape } from './use-command.ts';

/** What stands in a form's fields, by name. */
export type Typed = Readonly<Record<string, string>>;

interface FormDialogProps extends Pick<CommandDialogProps, 'after' | 'onClose' | 'onDone'> {
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
export function CommandButton({ kind, ...props }: Omit<FormDialogProps, 'onClose'> & Pick<ButtonProps, 'kind'>) {
  // What it opened stays, whatever the button becomes by being pressed.
  const [opened, setOpened] = useState<string | null>(null);
  const shape = useCommandShape(props.command);
  if (!shape) return null;
  return (
    <>
      <Button kind={kind ?? kindOf(shape)} onClick={() => setOpened(props.command)}>
        {shape.Form.Title}
      </Button>
      {opened && <FormDialog {...props} command={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const ofSettings = part(() => import('../offers/of-settings.ts'));
const ValueField = later(ofSettings, 'ValueField');
const Preview = later(ofSettings, 'Preview');

const asTheyAre = (fields: readonly Field[]): readonly Field[] => fields;

interface FormProps extends Omit<FormDialogProps, 'command'> {
  shape: CommandShape;
}

function Form({ shape, given, start, fieldsOf = asTheyAre, onType, children, ...props }: FormProps) {
  const { Fields } = shape.Form;
  const [typed, setTyped] = useState<Typed>(() => ({ ...firstOf(Fields), ...start }));
  const asked = fieldsOf(
    Fields.filter(({ Name }) => Name !== 'reason' && !Object.hasOwn(given ?? {}, Name)),
    typed,
  );
  const settings = Fields.find(({ Kind: kind }) => kind === 'setting')?.Options;
  const unit = (settings?.find(({ Value }) => Value === (given?.['key'] ?? typed['key']))?.Note ?? null) as Unit | null;
  const readAmount = useReadAmount();
  const readDecimal = useReadDecimal();
  const read = ({ Name, Kind: kind }: Field): unknown => {
    const said = typed[Name]?.trim() ?? '';
    if (said === '') return undefined;
    if (kind === 'value') return readValue(valueOfDraft(unit, said, readDecimal));
    if (kind === 'flag') return true;
    if (kind === 'number') return Number(readDecimal(said, 6) ?? Number.NaN) || said;
    if (said === noDay) return undefined;
    if (kind === 'moment') return readInstant(said);
    const amount = kind === 'money' ? readAmount(said) : null;
    return amount === null ? said : toJsonNumber(amount);
  };
  const values = Object.fromEntries(asked.map((field) => [field.Name, read(field)]));
  const change = { ...values, ...given } as Partial<Record<'key' | 'value' | 'from', unknown>>;
  return (
    <CommandDialog
      {...props}
      shape={shape}
      params={{ ...values, ...given }}
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
              unit={unit}
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
          {settings && typeof change.key === 'string' && change.value !== undefined && (
            <Suspense fallback={null}>
              <Preview
                asked={{
                  key: change.key,
                  value: JSON.stringify(change.value),
                  ...(typeof change.from === 'string' && { from: change.from }),
                }}
              />
            </Suspense>
          )}
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
  /** Of the setting whose value it is. */
  unit: Unit | null;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function ParamField({ field, unit, ...input }: ParamFieldProps) {
  const { Kind: kind, Label, Hint, Most, IsLong } = field;
  if (kind === 'setting') return <SettingField field={field} {...input} />;
  if (kind === 'value')
    return (
      <Suspense fallback={null}>
        <ValueField label={Label} unit={unit} {...input} />
      </Suspense>
    );
  if (kind === 'moment') return <MomentField label={Label} {...input} />;
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
      {...(isPerson && { type: 'email', dir: 'ltr' })}
      {...(kind === 'number' && { inputMode: 'decimal' })}
      {...(kind === 'text' && { dir: 'auto' })}
      autoComplete="off"
      spellCheck={kind === 'text'}
      {...most}
      {...input}
    />
  );
}

type InputProps = Omit<ParamFieldProps, 'field' | 'unit'>;

function SettingField({ field, ...input }: Omit<ParamFieldProps, 'unit'>) {
  const { knownNameOf } = useSettingName();
  const Options = field.Options.map(({ Value }) => ({ Value, Label: knownNameOf(Value) ?? Value, Note: null }));
  return <ChoiceField field={{ ...field, Options }} {...input} />;
}

/** An instant by a clock of the reader's own zone. */
function MomentField({ label, ...input }: InputProps & { label: string }) {
  const t = useTranslations('console.command');
  const at = input.value === '' ? null : readInstant(input.value);
  const hint = t('momentHint', { moment: at?.slice(0, 16).replace('T', ' ') ?? '—' });
  return <TextField label={label} hint={hint} type="datetime-local" {...input} />;
}

function ChoiceField({ field: { Label, Hint, First, IsRequired, Options }, ...input }: Omit<ParamFieldProps, 'unit'>) {
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

const readValue = (json: string | undefined): unknown => (json === undefined ? undefined : JSON.parse(json));

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import type { CommandShape } from '../commands/use-command.ts';

/** The form of an action, generated from its parameters. */
export function ActionDialog({ shape, onClose }: { shape: CommandShape; onClose: () => void }) {
  const t = useTranslations('console.actions');
  const [words, setWords] = useState(shape.Words.map(() => ''));
  const [options, setOptions] = useState<Readonly<Record<string, string>>>({});
  const asked = (names: readonly string[]) => names.filter((name) => name !== 'reason');
  const said = (name: string): string => options[name]?.trim() ?? '';
  const given = Object.fromEntries(
    [...asked(shape.Required), ...asked(shape.Optional)].flatMap((name) => (said(name) ? [[name, said(name)]] : [])),
  );
  const flags = Object.fromEntries(shape.Flags.flatMap((name) => (options[name] === undefined ? [] : [[name, 'yes']])));
  const isIncomplete = words.some((word) => !word.trim()) || asked(shape.Required).some((name) => !said(name));
  const set = (name: string, value: string): void => setOptions({ ...options, [name]: value });
  function flag(name: string, isOn: boolean): void {
    const { [name]: _, ...rest } = options;
    setOptions(isOn ? { ...rest, [name]: 'yes' } : rest);
  }
  return (
    <CommandDialog
      command={shape.Command}
      words={words.map((word) => word.trim())}
      options={{ ...given, ...flags }}
      title={shape.Command}
      lead={<span lang="en">{shape.Summary}</span>}
      submit={t('take')}
      isIncomplete={isIncomplete}
      onClose={onClose}
    >
      {shape.Words.map((name, at) => (
        <TextField
          key={name}
          label={name}
          value={words[at] ?? ''}
          autoComplete="off"
          spellCheck={false}
          onChange={(value) => setWords(words.map((word, other) => (other === at ? value : word)))}
        />
      ))}
      {asked(shape.Required).map((name) => (
        <TextField key={name} label={name} value={options[name] ?? ''} onChange={(value) => set(name, value)} />
      ))}
      {asked(shape.Optional).map((name) => (
        <TextField
          key={name}
          label={t('optional', { field: name })}
          value={options[name] ?? ''}
          onChange={(value) => set(name, value)}
        />
      ))}
      {shape.Flags.map((name) => (
        <Checkbox key={name} isChecked={options[name] !== undefined} onChange={(isOn) => flag(name, isOn)}>
          {name}
        </Checkbox>
      ))}
    </CommandDialog>
  );
}

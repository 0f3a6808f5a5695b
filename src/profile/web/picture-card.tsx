import { useTranslations } from 'use-intl';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { pictureTypes, type User } from '../contract.ts';
import { Avatar } from './avatar.tsx';
import { useShowAvatar, useUploadAvatar } from './changes.ts';
import styles from './picture-card.module.css';
import { type Squared, squarePicture } from './square-picture.ts';

/** Previews the picture as everybody will see it, before it is sent. */
export function PictureCard({ user }: { user: User }) {
  const t = useTranslations('profile.picture');
  const { chosen, choose, discard } = useChosenPicture();
  const uploading = useUploadAvatar();
  const showNow = useShowAvatar();

  function pick(file: File) {
    uploading.reset();
    void choose(file);
  }
  function save(file: File) {
    const onSuccess = ({ Avatar: address }: { Avatar: string }) => showNow(address);
    uploading.mutate({ body: { file } }, { onSuccess, onSettled: discard });
  }
  return (
    <Card title={t('title')}>
      <div className={styles.picture}>
        <Avatar name={user.Name} image={chosen.preview ?? user.Avatar} size="large" />
        <div className={styles.choice}>
          <div className={styles.actions}>
            <FileButton isReplacing={Boolean(chosen.file ?? user.Avatar)} onPick={pick} />
            {chosen.file && (
              <SaveButtons file={chosen.file} onDiscard={discard} onSave={save} isWorking={uploading.isPending} />
            )}
          </div>
          <p className={styles.hint}>{t('hint')}</p>
          <PictureRefusal refused={chosen.refused} error={uploading.error} />
        </div>
      </div>
    </Card>
  );
}

interface SaveButtonsProps {
  file: File;
  onDiscard: () => void;
  onSave: (file: File) => void;
  isWorking: boolean;
}

function SaveButtons({ file, onDiscard, onSave, isWorking }: SaveButtonsProps) {
  const t = useTranslations('profile.picture');
  return (
    <>
      <Button onClick={onDiscard} disabled={isWorking}>
        {t('discard')}
      </Button>
      <Button kind="primary" isWorking={isWorking} onClick={() => onSave(file)}>
        {t('save')}
      </Button>
    </>
  );
}

interface FileButtonProps {
  isReplacing: boolean;
  onPick: (file: File) => void;
}

function FileButton({ isReplacing, onPick }: FileButtonProps) {
  const t = useTranslations('profile.picture');
  const input = useRef<HTMLInputElement>(null);
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // Lets the same file be chosen again.
    event.target.value = '';
    if (file) onPick(file);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        className={styles.file}
        accept={[...pictureTypes, '.png', '.jpg', '.jpeg', '.webp'].join(',')}
        aria-label={t('title')}
        onChange={pick}
      />
      <Button onClick={() => input.current?.click()}>{t(isReplacing ? 'change' : 'choose')}</Button>
    </>
  );
}

const saidHere = new Set(['file_type', 'picture_too_large']);

function PictureRefusal({ refused, error }: { refused: ChosenPicture['refused']; error: Error | null }) {
  const t = useTranslations('profile.picture');
  const said = error instanceof ApiRefusal && saidHere.has(error.code) ? error.message : null;
  const words = refused ? t(refused) : said;
  return (
    words && (
      <p role="alert" className={styles.error}>
        {words}
      </p>
    )
  );
}

interface ChosenPicture {
  file: File | null;
  preview: string | null;
  refused: Exclude<Squared, File> | null;
}

const nothingChosen: ChosenPicture = { file: null, preview: null, refused: null };

function useChosenPicture() {
  const [chosen, setChosen] = useState(nothingChosen);
  const { preview } = chosen;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  async function choose(picked: File) {
    const file = await squarePicture(picked);
    if (typeof file === 'string') setChosen({ ...nothingChosen, refused: file });
    else setChosen({ file, preview: URL.createObjectURL(file), refused: null });
  }
  return { chosen, choose, discard: () => setChosen(nothingChosen) };
}

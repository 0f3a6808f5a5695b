import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { type HelpQuestion, helpQuestions } from '../topics.ts';
import type { Figures } from './data.ts';
import { Fold } from './fold.tsx';
import { Section } from './section.tsx';
import { useAnswerFigures } from './use-answer-figures.ts';

/** Where to find out more, under the name that the command palette uses. */
const leads = {
  'withdrawal-time': ['/history?tab=withdrawals', 'tab-withdrawals'],
  'withdrawal-waits': ['/history?tab=withdrawals', 'tab-withdrawals'],
  'deposit-time': ['/history?tab=deposits', 'tab-deposits'],
  'cancel-stake': ['/stake', 'stake'],
  'bonus-late': ['/history?tab=bonus', 'tab-bonus'],
  'no-mail': ['/profile', 'profile'],
  'wrong-figure': ['/history?tab=statement', 'tab-statement'],
} as const;

/** Common customer questions in plain words, with current figures. */
export function QuestionsSection(figures: Figures) {
  return (
    <Section topic="questions">
      <div>
        {helpQuestions.map((question) => (
          <Question key={question} question={question} figures={figures} />
        ))}
      </div>
    </Section>
  );
}

function Question({ question, figures }: { question: HelpQuestion; figures: Figures }) {
  const t = useTranslations();
  const values = useAnswerFigures(figures);
  const lead = question in leads ? leads[question as keyof typeof leads] : null;
  return (
    <Fold id={question} summary={t(`help.topics.${question}.title`)}>
      <p>{t(`helpPage.answers.${question}`, values)}</p>
      {lead && (
        <p>
          <Link to={lead[0]}>{t(`palette.commands.${lead[1]}.label`)}</Link>
        </p>
      )}
    </Fold>
  );
}

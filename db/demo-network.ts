/** A member of the demo investor's network. */
export interface DemoMember {
  name: string;
  email: string;
  phone: string;
  birth: string;
  /** Registered so many days ago, after their referrer and before their first deposit. */
  joinedDaysAgo: number;
  /** The name of the referrer; the demo investor by default. */
  broughtBy?: string;
}

/** Three customers brought by the demo investor, and two brought by one of those. Their addresses show that they belong to the sandbox. */
export const demoMembers: DemoMember[] = [
  {
    name: 'Camila Duarte',
    email: 'camila.duarte@sandbox.example',
    phone: '+5521988124410',
    birth: '1991-02-23',
    joinedDaysAgo: 106,
  },
  {
    name: 'Rafael Nogueira',
    email: 'rafael.nogueira@sandbox.example',
    phone: '+5531987403312',
    birth: '1984-11-02',
    joinedDaysAgo: 91,
  },
  {
    name: 'Joana Freitas',
    email: 'joana.freitas@sandbox.example',
    phone: '+351912884731',
    birth: '1996-06-30',
    joinedDaysAgo: 27,
  },
  {
    name: 'Tiago Ramos',
    email: 'tiago.ramos@sandbox.example',
    phone: '+5521996617720',
    birth: '1989-08-17',
    joinedDaysAgo: 68,
    broughtBy: 'Camila Duarte',
  },
  {
    name: 'Letícia Barros',
    email: 'leticia.barros@sandbox.example',
    phone: '+5541985201196',
    birth: '1993-12-05',
    joinedDaysAgo: 45,
    broughtBy: 'Camila Duarte',
  },
];

/**
 * The members' activity: each brought money and opened stakes; some are paid, so that bonus and residual have rows. Joana only looks
 * around.
 */
export const demoMemberEvents = [
  { daysAgo: 104, who: 'Camila Duarte', bring: '800' },
  { daysAgo: 103, who: 'Camila Duarte', stake: 300, days: 30 },
  { daysAgo: 88, who: 'Rafael Nogueira', bring: '600' },
  { daysAgo: 87, who: 'Rafael Nogueira', stake: 500, days: 60 },
  { daysAgo: 66, who: 'Tiago Ramos', bring: '250' },
  { daysAgo: 65, who: 'Tiago Ramos', stake: 100, days: 30 },
  { daysAgo: 44, who: 'Letícia Barros', bring: '150' },
  { daysAgo: 43, who: 'Letícia Barros', stake: 90, days: 30 },
  { daysAgo: 34, who: 'Camila Duarte', stake: 400, days: 60 },
  { daysAgo: 8, who: 'Tiago Ramos', stake: 80, days: 30 },
];

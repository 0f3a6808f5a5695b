import { expect, testInside as test } from './installation/investor.ts';
import { testAsSaver } from './installation/saver.ts';
import { choose } from './installation/choose.ts';

/**
 * What a screen reader announces during a journey: names, roles and their order, at each step where a decision is made. The other journeys
 * are in people-read-out.test.ts, products-read-out.test.ts and copy-trades.test.ts.
 */
test('[S3] [G3] a first stake for screen readers: the terms, the choice, the outcome', async ({ page, investor }) => {
  await investor.bring(500);
  await page.goto('/stake?dialog=new-stake');
  const dialog = page.getByRole('dialog', { name: 'Nova Stake' });
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Nova Stake":
      - heading "Nova Stake" [level=2]
      - button "Fechar"
      - paragraph: Passo 1 de 2
      - term: Prazo
      - definition: O valor fica aplicado por 30, 60, 180 ou 365 dias, à sua escolha.
      - term: Retorno
      - definition
      - term: Saída antecipada
      - definition: /custa 40% do valor.*você recebe US\\$ 60,00/
      - term: Risco
      - definition
      - checkbox "Li e entendi o prazo, o retorno, a taxa de saída antecipada e o risco."
      - button "Continuar" [disabled]
  `);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await choose(dialog.getByRole('radio', { name: '60 dias' }));
  await choose(dialog.getByRole('radio', { name: 'US$ 300', exact: true }));
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Nova Stake":
      - heading "Nova Stake" [level=2]
      - button "Fechar"
      - paragraph: Passo 2 de 2
      - group "Período":
        - radio "30 dias rende 10%"
        - radio "60 dias rende 25%" [checked]
        - radio "180 dias rende 140%"
        - radio "365 dias rende 300%"
      - group "Valor":
        - paragraph: "Disponível: US$ 500,00"
        - radio "US$ 300" [checked]
        - radio "US$ 400"
        - radio "US$ 500"
      - term: Sai do seu saldo agora
      - definition: US$ 300,00
      - term: Lucro estimado (25%)
      - definition: +US$ 75,00
      - term:
        - time: /\\d+ de [a-z]+\\. de \\d+/
      - definition: US$ 375,00
      - term: Saldo depois de aplicar
      - definition: US$ 200,00
      - paragraph: /O lucro de US\\$ 75,00 é separado na tesouraria/
      - button "Voltar"
      - button "Aplicar US$ 300,00"
  `);
  await dialog.getByRole('button', { name: 'Aplicar US$ 300,00' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' })).toMatchAriaSnapshot(`
    - region "Avisos":
      - list:
        - listitem:
          - paragraph: Stake criada com sucesso!
  `);
  await expect(page.getByRole('table')).toMatchAriaSnapshot(`
    - table "Suas stakes":
      - rowgroup:
        - row "Início Prazo Status Valor Lucro gerado Progresso Volta ao saldo Ação"
      - rowgroup:
        - row:
          - cell /\\d+.*\\d{4}/
          - cell "60 dias"
          - cell "Em andamento"
          - cell "US$ 300,00"
          - 'cell "US$ 0,00 Lucro gerado: por que este número"':
            - link
          - cell:
            - progressbar "Progresso da stake de US$ 300,00"
          - cell /US\\$ 375,00 em/
          - cell:
            - button /^Cancelar a stake de US\\$ 300,00 por 60 dias, de/
  `);
});

test('[S5] cancelling a stake for screen readers: with its fee', async ({ page, investor }) => {
  await investor.bring(300);
  await investor.open(300, 30);
  await page.goto('/stake');
  await page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar stake' });
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Cancelar stake":
      - heading "Cancelar stake" [level=2]
      - button "Fechar"
      - paragraph: Tem certeza de que quer cancelar a stake de US$ 300,00?
      - term: Valor aplicado
      - definition: US$ 300,00
      - term: Taxa de saída antecipada (40%)
      - definition: "-US$ 120,00"
      - term: Volta ao seu saldo agora
      - definition: US$ 180,00
      - paragraph:
        - text: /Você perde o lucro gerado até aqui/
        - time: /\\d+ de [a-z]+\\. de \\d+/
        - text: /você recebe US\\$ 330,00/
      - button "Manter a stake"
      - button "Cancelar e receber US$ 180,00"
  `);
  await dialog.getByRole('button', { name: 'Cancelar e receber US$ 180,00' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' })).toMatchAriaSnapshot(`
    - listitem:
      - paragraph: Stake cancelada com sucesso!
  `);
  await expect(page.getByRole('table')).toMatchAriaSnapshot(`
    - row:
      - cell "Cancelada"
      - cell "US$ 180,00 no cancelamento"
  `);
});

test('[F1] [F2] bringing money for screen readers: the form with its rate, and each step until it arrives', async ({
  page,
}) => {
  await page.goto('/dashboard?dialog=deposit');
  const dialog = page.getByRole('dialog', { name: 'Trazer da Corretora' });
  await dialog.getByRole('textbox').fill('1.250,50');
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Trazer da Corretora":
      - heading "Trazer da Corretora" [level=2]
      - button "Fechar"
      - textbox "Valor em dólares"
      - button "Trazer tudo"
      - paragraph: /Na corretora/
      - group "Como a corretora paga":
        - radio /Real \\(BRL\\) US\\$ 1 = R\\$/ [checked]
        - radio "Tether (USDT) 1 para 1"
      - term: Cotação
      - definition: /US\\$ 1 = R\\$ \\d+,\\d+/
      - term: Taxa
      - definition: Sem taxa
      - term: Sai da corretora
      - definition: /R\\$ \\d\\.\\d+,\\d+/
      - term: Chega ao seu saldo
      - definition: US$ 1.250,50
      - term: Saldo depois
      - definition: US$ 1.250,50
      - button "Trazer US$ 1.250,50"
  `);
  await dialog.getByRole('button', { name: 'Trazer US$ 1.250,50' }).click();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Trazer da Corretora":
      - list:
        - listitem: Pedido registrado
        - listitem: Confirmação da corretora Concluído
        - listitem: Valor no seu saldo
      - status: US$ 1.250,50 no seu saldo.
      - button "Fechar"
      - button "Nova Stake"
  `);
});

/** Both currencies: the fee, the rate and the amount that arrives, as announced. */
const withdrawals = [
  {
    currency: 'Real (BRL)',
    typed: '100',
    fee: ['Taxa', 'Sem taxa'],
    rate: '/US\\$ 1 = R\\$ /',
    arrives: 'R\\$ 5\\d\\d,',
  },
  { currency: 'Tether (USDT)', typed: '150', fee: ['Taxa (2%)', 'US$ 3,00'], rate: '1 para 1', arrives: '147,00 USDT' },
];

for (const { currency, typed, fee, rate, arrives } of withdrawals) {
  testAsSaver(
    `[F1] [F2] withdrawing ${currency} is read out with its fee and what arrives`,
    async ({ page, saver }) => {
      await saver.bring(500);
      await page.goto('/dashboard?dialog=withdraw');
      const dialog = page.getByRole('dialog', { name: 'Solicitar Saque' });
      await choose(dialog.getByRole('radio', { name: currency }));
      await dialog.getByRole('textbox').fill(typed);
      await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Solicitar Saque":
        - heading "Solicitar Saque" [level=2]
        - button "Fechar"
        - textbox "Valor em dólares"
        - button "Sacar tudo"
        - paragraph: "Disponível: US$ 500,00"
        - group "Como você recebe":
          - radio [checked]
        - term: Sai do seu saldo
        - definition: US$ ${typed},00
        - term: ${fee[0]}
        - definition: ${fee[1]}
        - term: Cotação
        - definition: ${rate}
        - term: Chega à corretora
        - definition: /${arrives}/
        - term: Quando
        - definition: Assim que a corretora confirmar
        - term: Saldo depois
        - definition: US$ ${500 - Number(typed)},00
        - button "Sacar US$ ${typed},00"
    `);
      await dialog.getByRole('button', { name: `Sacar US$ ${typed},00` }).click();
      await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Solicitar Saque":
        - list:
          - listitem: Pedido registrado
          - listitem: Confirmação da corretora Concluído
          - listitem: Valor na sua conta da corretora
        - status: /^${arrives}.*na sua conta da corretora/
        - button "Fechar"
    `);
    },
  );
}

import type { Page } from '@playwright/test';
import { beDemo } from './installation/be-demo.ts';
import { createPromocode } from './installation/create-promocode.ts';
import { expect, test as testOutside, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

/** What a screen reader announces during journeys without a transfer: names, roles and their order. */
test('[V2] [G3] the vault read out: its terms, an amount with a code, the outcome', async ({ page, investor }) => {
  const code = await createPromocode(5, 500);
  await investor.bring(1500);
  await page.goto('/primevault?dialog=vault-investment');
  const dialog = page.getByRole('dialog', { name: 'Novo investimento' });
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Novo investimento":
      - heading "Novo investimento" [level=2]
      - button "Fechar"
      - paragraph: Passo 1 de 2
      - term: Prazo
      - definition: O valor fica guardado por 180 dias.
      - term: Retorno
      - definition
      - term: Sem saída antecipada
      - definition: Não é possível resgatar antes do fim do prazo.
      - term: Risco
      - definition
      - checkbox /Li e aceito os termos do PrimeVault/
      - button "Continuar" [disabled]
  `);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await choose(dialog.getByRole('radio', { name: 'US$ 1.000', exact: true }));
  await dialog.getByLabel('Código promocional').fill(code);
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Novo investimento":
      - paragraph: Passo 2 de 2
      - group "Valor":
        - paragraph: "Disponível: US$ 1.500,00"
        - radio "US$ 500"
        - radio "US$ 1.000" [checked]
        - radio "US$ 2.500"
      - group:
        - textbox "Código promocional (opcional)": ${code}
        - paragraph: "Código aceito: mais 5 pontos percentuais de retorno."
      - term: Sai do seu saldo agora
      - definition: US$ 1.000,00
      - term: Lucro no fim (35%)
      - definition: +US$ 350,00
      - term:
        - time: /\\d+ de [a-z]+\\. de \\d+/
      - definition: US$ 1.350,00
      - term: Saldo depois de investir
      - definition: US$ 500,00
      - paragraph: /O lucro de US\\$ 350,00 é separado na tesouraria/
      - paragraph: /Não há saída antecipada/
      - button "Voltar"
      - button "Investir US$ 1.000,00"
  `);
  await dialog.getByRole('button', { name: 'Investir US$ 1.000,00' }).click();
  await expect(page.getByRole('table')).toMatchAriaSnapshot(`
    - table "Seus investimentos":
      - rowgroup:
        - row "Início Retorno Status Valor investido Lucro acumulado Progresso Volta ao saldo"
      - rowgroup:
        - row:
          - cell "35% ${code}"
          - cell "Ativo"
          - cell "US$ 1.000,00"
          - cell:
            - 'link "US$ 0,00 Lucro acumulado: por que este número"'
          - cell:
            - progressbar "Progresso do investimento de US$ 1.000,00"
          - cell /US\\$ 1\\.350,00 em/
  `);
});

test('[Z1] [Z2] [G3] the bot for screen readers: its record before the price, then money in and out of its wallet', async ({
  page,
  investor,
}) => {
  await investor.bring(400);
  await page.goto('/primezord');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Assinar o Primezord":
      - heading "Assinar o Primezord" [level=2]
      - button "Fechar"
      - paragraph: Passo 1 de 2
      - region "Assinar o Primezord":
        - list:
          - listitem:
            - strong: Robôs de alta performance
          - listitem:
            - strong: Relatórios de resultado em tempo real
          - listitem:
            - strong: Integração total com a sua conta
        - region "Histórico das operações":
          - heading "Histórico das operações" [level=3]
          - paragraph: /“sandbox”/
          - term: Últimos 30 dias
          - definition: /%/
          - term: Últimos 90 dias
          - definition: /%/
          - term: Pior queda
          - definition: /-\\d+,\\d+%/
          - term: Operações
          - definition: /\\d+/
          - figure:
            - slider "Dia mostrado no gráfico"
            - group: Ver os números dia a dia
          - group: Ver as operações
        - paragraph: /você pode ganhar ou perder/
      - button "Cancelar"
      - button "Continuar"
  `);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Assinar o Primezord":
      - paragraph: Passo 2 de 2
      - group "Valor da assinatura":
        - term: Sai do seu saldo agora
        - definition: US$ 50,00
        - term: Você recebe
        - definition: O robô, sem prazo
        - term: Saldo depois de assinar
        - definition: US$ 350,00
        - paragraph: "Esta ação não pode ser desfeita: o valor da assinatura não volta."
      - button "Cancelar"
      - button "Confirmar US$ 50,00"
  `);
  await dialog.getByRole('button', { name: 'Confirmar US$ 50,00' }).click();
  await expect(dialog).toHaveCount(0);
  await begin(page, 'Depositar', '250');
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Depositar":
      - heading "Depositar" [level=2]
      - button "Fechar"
      - definition: US$ 250,00
      - button "Depositar US$ 250,00"
  `);
  await dialog.getByRole('button', { name: 'Depositar US$ 250,00' }).click();
  await expect(dialog).toHaveCount(0);
  await begin(page, 'Sacar', '50');
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Sacar da carteira":
      - heading "Sacar da carteira" [level=2]
      - button "Fechar"
      - group "Valor":
        - paragraph: "Disponível: US$ 250,00"
        - radio "US$ 50" [checked]
      - 'button "Sacar tudo: US$ 250,00"'
      - term: Sai da carteira agora
      - definition: US$ 50,00
      - term: Taxa
      - definition: Sem taxa
      - term: Disponível depois
      - definition: US$ 200,00
      - button "Sacar US$ 50,00"
  `);
  await dialog.getByRole('button', { name: 'Sacar US$ 50,00' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Primezord" [level=1]
      - region "Carteira do robô":
        - term: Saldo (Zord)
        - definition:
          - link /US\\$ 200,00/
        - term: Disponível para saque
        - definition:
          - link /US\\$ 200,00/
        - term: Saldo bloqueado
        - definition:
          - link /US\\$ 0,00/
        - term: Cotação do dólar
        - button "Depositar"
        - button "Investir"
        - button "Sacar da carteira"
      - region "Histórico das operações"
  `);
});

async function begin(page: Page, opener: string, dollars: string): Promise<void> {
  await page.getByRole('region', { name: 'Carteira do robô' }).getByRole('button', { name: opener }).click();
  await choose(page.getByRole('radio', { name: `US$ ${dollars}`, exact: true }));
}

test('[H1] [D1] the history for screen readers, with a figure explained', async ({ page, investor }) => {
  await investor.bring(500);
  await investor.open(300, 60);
  await page.goto('/history?tab=statement');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Histórico" [level=1]
      - navigation "Histórico":
        - list:
          - listitem:
            - link "Extrato"
          - listitem:
            - link "Por ano"
          - listitem:
            - link "CopyTrade"
          - listitem:
            - link "Stakes"
          - listitem:
            - link "Operações"
          - listitem:
            - link "Depósitos"
          - listitem:
            - link "Saques"
          - listitem:
            - link "Bônus"
          - listitem:
            - link "Residual"
          - listitem:
            - link "Primezord"
          - listitem:
            - link "Vault"
      - region "Extrato":
        - group "Filtrar por dia"
        - paragraph:
          - button "Baixar CSV"
        - table "Extrato":
          - rowgroup:
            - row "Data Descrição Referência Valor Saldo"
          - rowgroup:
            - row:
              - cell "Stake aberta":
                - link "Stake aberta"
              - cell "-US$ 300,00"
              - cell "US$ 200,00"
            - row:
              - cell "Depósito da corretora"
              - cell "+US$ 500,00"
              - cell "US$ 500,00"
  `);
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /por que este número/ })
    .click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Saldo disponível" [level=1]
      - paragraph: Por que este número
      - button "Voltar"
      - region "Na tela":
        - paragraph: US$ 200,00
        - status:
          - text: Confere
          - paragraph: /Somamos de novo, agora, no seu navegador, 2 registros/
        - button "Somar de novo"
      - region "A conta":
        - term: 1 entrada
        - definition: +US$ 500,00
        - term: 1 saída
        - definition: "-US$ 300,00"
        - term: Na tela
        - definition: US$ 200,00
      - region "Lançamentos no livro-razão":
        - table "Lançamentos no livro-razão"
      - region "Endereço desta explicação":
        - button "Copiar endereço"
        - paragraph:
          - link "Falar com o suporte sobre isto"
  `);
});

testOutside(
  '[H2] [H3] operations are read out with their filters and the mark of the sandbox',
  async ({ page, request }) => {
    await beDemo(page, request);
    await page.goto('/operations');
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Operações" [level=1]
      - region "Suas operações":
        - group "Filtrar operações":
          - group "De"
          - group "Até"
          - combobox "Ativo"
        - paragraph:
          - button "Baixar CSV"
        - paragraph: /“sandbox” são inventadas/
        - table "Suas operações":
          - rowgroup:
            - row "Data Ativo Produto Rendimento Seu resultado"
          - rowgroup:
            - row:
              - cell /\\d+\\/\\d+\\/\\d+, \\d+:\\d+/
              - cell /sandbox/
              - cell /Copytrade|Primezord/
              - cell /%/
              - cell /US\\$/
  `);
  },
);
